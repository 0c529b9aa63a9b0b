# Tags: tagged by class
class c { notice(tagged('later')) }
class later { }
include c, later
notice(tagged('later'), tagged('c'))
