# hot code: arrays that go around a loop, some of them needed whole
$r = Integer[1,600].reduce([0, 1, 'x']) |$s, $i| { if $i % 100 == 0 { notice($s) } [$s[1], ($s[0] + $s[1]) % 1000, "${s[2][0]}${i % 10}"] }
notice($r, $r[0], $r[-1], $r[5])
$q = Integer[1,600].reduce([1, 2]) |$s, $i| { $i ? { 300 => [7, 8], default => $s } }
notice($q[0], $q)
$w = Integer[1,600].reduce([1, 2]) |$s, $i| { if $i > 500 { break() } if $i % 2 == 0 { next([$s[1], $s[0]]) } [$s[0] + 1, $s[1]] }
notice($w)
$z = Integer[1,600].reduce([1, 2]) |$s, $i| { $i > 590 ? { true => [1, 2, 3], default => [$s[0], $s[1] + 1] } }
notice($z, $z[2])
