# =~ with one capture; unit: 300000 line
$r = Integer[1, 300000].reduce(0) |$m, $i| { if "host${i}.example" =~ /host(\d+)\.e/ { ($m + Integer($1)) % 1000003 } else { $m } }
notice("CHECK ${r}")
