# a class has no value
class a { 1 }
include a
