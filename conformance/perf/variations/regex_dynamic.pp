# patterns of a variable; unit: 100000 line
$ps = ['^a', 'b$', 'c+']
$r = Integer[1, 100000].reduce(0) |$m, $i| { if "abc${i}" =~ Regexp($ps[$i % 3]) { $m + 1 } else { $m } }
notice("CHECK ${r}")
