# inside a function, untyped, called often; unit: 2000000 elem
function total($from, $to) { Integer[$from, $to].reduce(0) |$acc, $x| { ($acc + $x * 3) % 1000003 } }
$r = Integer[1, 100000].reduce(0) |$m, $i| { $m + total($i, $i + 19) }
notice("CHECK ${r}")
