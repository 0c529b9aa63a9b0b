# Classes: not included variable
class o { $x = 1 }
notice($o::x)
