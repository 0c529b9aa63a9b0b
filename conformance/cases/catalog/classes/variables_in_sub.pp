# Classes: variables in sub
class o { $x = 1 class i { notice($o::x) } include o::i }
include o
