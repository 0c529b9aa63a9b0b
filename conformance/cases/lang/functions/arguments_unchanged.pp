# spec: 003 "Rules for Non Internal Functions": a function does not change its arguments
function f($a, $h) { [$a << 9, $h + { z => 1 }, $a.map |$x| { $x + 1 }] }
$a = [1, 2]
$h = { k => 1 }
notice(f($a, $h), $a, $h)
