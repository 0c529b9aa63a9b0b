# types of class parameters are literal
$n = 1
class a(Integer[0, $n] $x = 1) { notice($x) }
include a
