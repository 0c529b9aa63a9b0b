# the end of the body comes first
class a { 1 2 }
