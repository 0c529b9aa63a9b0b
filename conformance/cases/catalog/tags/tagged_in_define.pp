# Tags: tagged in define
class c { d { 'x': } }
define d { notice(tagged('c'), tagged('d'), tagged('x'), tagged('c', 'd'), tagged('c', 'nope')) }
include c
