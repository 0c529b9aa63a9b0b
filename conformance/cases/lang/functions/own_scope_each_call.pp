# spec: 003 "Rules for Non Internal Functions": a function has the things given to it; a name in it is not the caller's
$x = 'top'
function f($y) { $x = "own of ${y}" $x }
class c { $x = 'class' notice(f(1), f(2), $x, $::x) }
include c
