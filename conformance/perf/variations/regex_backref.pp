# a back reference and a lookahead; unit: 100000 line
$r = Integer[1, 100000].reduce(0) |$m, $i| { if "x${i}yy${i}" =~ /(\d+)yy\1(?!z)/ { $m + 1 } else { $m } }
notice("CHECK ${r}")
