# reading by index, negative index and range; unit: 600000 elem
$a = Array(Integer[1, 1000])
$r = Integer[0, 599999].reduce(0) |$m, $i| { ($m + $a[$i % 1000] + $a[-1] + $a[$i % 900, 3][1]) % 1000003 }
notice("CHECK ${r}")
