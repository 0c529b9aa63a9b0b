# types of parameters are evaluated before all else, whether the define is used or not
notice('never')
define d(Integer $a, Variant[String, Nope::Thing] $b) { }
