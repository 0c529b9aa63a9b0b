# hash and counter in an array memo; unit: 300000 merge
$r = Integer[1, 300000].reduce([{}, 0]) |$m, $i| { [$m[0] + { "k${$i % 500}" => $i }, $m[1] + 1] }
notice("CHECK ${r[0].size} ${r[1]}")
