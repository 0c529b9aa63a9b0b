# A break in a function of another file ends the iteration around its call.
[1, 2, 3].each |$x| { leave($x) notice("own ${x}") }
[1, 2, 3].each |$x| { m::leave($x) notice("module ${x}") }
$r = [1, 2, 3].map |$x| { leave($x) $x }
notice($r)
function through($x) { leave($x) }
notice([1, 2, 3].map |$x| { through($x) $x })
notice([1, 2, 3].reduce(0) |$m, $x| { leave($x) $m + $x })
function loops($f) { [1, 2, 3].map |$x| { call($f, $x) $x * 10 } }
notice(loops('leave'), loops('m::leave'))
