# hot code: arrays that grow by one
$a = Integer[1, 200].reduce([]) |$m, $i| { $m + [$i] }
$b = Integer[1, 200].reduce(['x']) |$m, $i| { if $i % 2 == 0 { $m << $i } else { $m + [[$i]] } }
notice($a[-1], $a.size, $b[0], $b[-1], $b[1])
$c = Integer[1, 60].reduce([[]]) |$m, $i| { $m << ($m[-1] + [$i]) }
notice($c[3], $c[60].size, $c[10])
$d = Integer[1, 60].map |$i| { $x = $a + [$i] $y = $a << -$i [$x[-1], $y[-1], $a.size] }
notice($d[59])
notice(Integer[1, 60].reduce(1) |$m, $i| { ($m << 2) % 1000003 + 1 })
notice(Integer[1, 60].reduce([1, 2]) |$m, $i| { $m + [*$m][0, 1] }.size)
notice(Integer[1, 60].map |$i| { $q = if $i < 50 { [$i] } else { { 'k' => $i } } $q + [['z', $i]] }[-1])
notice(Integer[1, 60].map |$i| { $q = if $i < 50 { [1.5] } else { 'no' } $q + [$i] }[-1])
