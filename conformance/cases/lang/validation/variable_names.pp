# variables have rules
$A = 1
$b = $c::D
$e = $_f::g
$h = $01
$i = $2x
