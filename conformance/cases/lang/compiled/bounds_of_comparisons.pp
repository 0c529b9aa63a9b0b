# hot code: bounds that comparisons give
function down(Integer $n) { if $n < 2 { $n } else { down($n - 1) } }
function both(Integer $a, Integer $b) { if $a <= $b { if $b > 100 { [$b - 1, $a] } else { [$b + 1, $a] } } elsif $a == $b { [] } else { [$a - 1, $b + 1] } }
function clamp2(Integer $a) { $x = if $a > 1000 { 1000 } else { $a } $y = if $x < -1000 { -1000 } else { $x } $y * 9000000000000000 }
notice(down(60), both(1, 2), both(9223372036854775807, -9223372036854775807), both(3, 9223372036854775807))
notice(Integer[1, 300].map |$i| { clamp2(9223372036854775807 / $i) }[200], clamp2(-9223372036854775807), clamp2(5))
$r = Integer[1, 400].reduce(9223372036854775000) |$m, $i| { if $m >= 9223372036854775806 { 0 } elsif $m == 17 { $m } else { $m + 1 } }
notice($r)
$s = Integer[1, 400].map |$i| { $k = $i * 1000000007 % 97 if $k != 5 { $k - 6 } else { $k } }.reduce |$m, $v| { $m + $v }
notice($s)
notice(both(9223372036854775807, 9223372036854775807))
