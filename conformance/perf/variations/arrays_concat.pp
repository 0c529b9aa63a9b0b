# grown by + in reduce; unit: 600000 elem
$a = Integer[1, 600000].reduce([]) |$m, $i| { $m + [$i, $i] }
notice("CHECK ${a.size}")
