# a function is never inside
class a { function b() { 1 } }
