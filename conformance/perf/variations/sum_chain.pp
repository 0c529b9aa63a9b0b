# map, filter, map, reduce; unit: 2000000 elem
$r = Integer[1, 2000000].map |$x| { $x * 3 }.filter |$x| { $x % 2 == 0 }.map |$x| { $x + 1 }.reduce(0) |$acc, $x| { ($acc + $x) % 1000003 }
notice("CHECK ${r}")
