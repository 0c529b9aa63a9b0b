# all keys new; unit: 300000 merge
$h = Integer[1, 300000].reduce({}) |$acc, $i| { $acc + { "k${i}" => $i } }
notice("CHECK ${h.size}")
