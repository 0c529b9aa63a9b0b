# spec: 000 "Variable Names"
$a = 1
$_a = 2
$aB_9 = 3
class x { $_y = 4 $y = 5 notice($_y, $y) }
include x
notice($a, $_a, $aB_9, $::a, $x::y)
notice($x::_y)
