# hot code: arithmetic of bounded Integers, division by constants, the largest Integers
$m = 9223372036854775807
$r = Integer[1, 700].reduce(0) |$a, $x| { ($a * 31 - $x * 17) % 1009 }
$s = Integer[-700, 700].reduce(0) |$a, $x| { $a + $x / 7 - $x % 7 + $x / 8 - $x % 8 + ($x * $x) / 13 - (-$x) % 1000003 }
$t = Integer[9223372036854775000, 9223372036854775807].reduce(0) |$a, $x| { ($a + $x % 10) % 97 }
$u = Integer[-9223372036854775807, -9223372036854775000].reduce(0) |$a, $x| { ($a + $x / 3 % 1001) % 97 }
notice($r, $s, $t, $u)
$o = Integer[9223372036854775200, 9223372036854775807].reduce(0) |$a, $x| { if $x > 9223372036854775800 { $x + $a + 8 } else { 0 } }
notice($o)
