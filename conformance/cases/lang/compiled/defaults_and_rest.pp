function agg(Integer $a, Integer $b = 3, Integer *$rest) { [max($a, $b), $rest.length, $rest] }
function opt(String $a = 'x', Optional[Integer] $b = undef, *$rest) { "${a}-${b}-${rest}" }
function req($a, Integer[0, 5] $b, Array[Integer, 1] *$rest) { "${a} ${b} ${rest}" }
$r = Integer[1, 1500].reduce(0) |$m, $i| { $x = agg($i); $y = agg($i, 5); $z = agg($i, 2, 3, 4); ($m + $x[0] + $y[1] + $z[1] + $z[2][1]) % 1000003 }
notice($r, agg(1), agg(1, 2), agg(1, 2, 3))
$s = Integer[1, 1500].map |$i| { if $i % 2 == 0 { opt() } elsif $i % 3 == 0 { opt("t${i}") } else { opt('u', $i, $i, 'v') } }
notice($s[1490, 9])
$t = Integer[1, 1500].map |$i| { req($i, 1, $i, 2) }
notice($t[-1])
function late(Integer $a, Integer $b = 'x', *$rest) { $b }
function go(Integer $i) { if $i < 1500 { late($i, 3) } else { late($i) } }
notice(Integer[1, 1500].reduce(0) |$m, $i| { go($i) })
