# comparing lengths of Strings; unit: 60000 elem
$a = Integer[1, 60000].map |$i| { "h${$i * 7919 % 1000003}" }
$b = $a.sort |$x, $y| { compare($x.length, $y.length) }
notice("CHECK ${b[0].length}")
