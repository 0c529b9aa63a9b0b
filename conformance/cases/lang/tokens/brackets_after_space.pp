# `[` behind white space starts an array, behind anything else it is an access
$a = [10, 20, 30]
notice($a[1], $a/* no space */[2], [$a[0], [0]])
notice [1, 2], [3]
notice (7)
function f() { 5 [6] }
