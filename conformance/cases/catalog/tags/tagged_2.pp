# Tags: tagged
class c { if tagged('c') { notice('c') } if tagged('nope') { notice('nope') } if tagged('class') { notice('class') } }
include c
