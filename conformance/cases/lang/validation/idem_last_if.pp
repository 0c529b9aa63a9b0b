# a conditional at the end of a class
class a { if true { 1 } }
