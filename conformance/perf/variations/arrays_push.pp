# grown by << in reduce; unit: 600000 elem
$a = Integer[1, 600000].reduce([]) |$m, $i| { if $i % 2 == 0 { $m << $i } else { $m } }
notice("CHECK ${a.size}")
