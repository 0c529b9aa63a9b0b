# match(); unit: 150000 line
$r = Integer[1, 150000].reduce(0) |$m, $i| { ($m + "host${i}.example".match(/(\d+)\.(e)/).size) % 1000003 }
notice("CHECK ${r}")
