# Classes: unknown variable of class
class o { $x = 1 }
include o
notice($o::y)
