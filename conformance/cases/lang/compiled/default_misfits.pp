# compiled/default_misfits: a computed default that does not fit is reported at the call
function grows(Integer $a, Integer[0, 50] $b = max($a, 1) * 2, $c = notice("c of ${b}")) { $a + $b }
function fails(Integer $a, $b = 10 / [$a].map |$x| { $x }[0]) { $a + $b }
notice(Integer[1, 20].reduce(0) |$m, $i| { $m + grows($i) })
notice(Integer[1, 2000].reduce(0) |$m, $i| { $m + fails($i) })
notice(Integer[20, 30].reduce(0) |$m, $i| { $m + grows($i) })
