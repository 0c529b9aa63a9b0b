# compiled/default_fails: an error in a computed default has its own place
function fails(Integer $a, $b = 10 / [$a].map |$x| { $x }[0]) { $a + $b }
notice(Integer[1, 2000].reduce(0) |$m, $i| { $m + fails(2000 - $i) })
