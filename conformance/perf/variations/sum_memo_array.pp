# two numbers in an array memo; unit: 1000000 elem
$r = Integer[1, 1000000].reduce([0, 1]) |$s, $x| { [$s[1], ($s[0] + $s[1]) % 1000003] }
notice("CHECK ${r[0]}")
