# nor can the default of a parameter
class c(Integer $x = Integer('9223372036854775808')) { notice($x) }
include c
