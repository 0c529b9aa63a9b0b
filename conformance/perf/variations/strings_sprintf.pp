# sprintf; unit: 200000 elem
$r = Integer[1, 200000].reduce(0) |$m, $i| { $m + sprintf('%05d:%s:%.2f', $i, 'x', 1.5).length }
notice("CHECK ${r}")
