# hot code: sort of records
$k = 'n'
$recs = Integer[1, 70].map |$i| { { 'n' => $i * 37 % 71, "${k}x" => $i } }
notice($recs.sort |$x, $y| { compare($y[$k], $x['n']) }[0], $recs.map |$r| { $r['nx'] }.reduce |$m, $v| { $m + $v })
$c = 5
notice([3, 1, 2].sort |$x, $y| { compare($x * $c, $y * $c) })
notice($recs.filter |$r| { $r['n'] == 'n' or $r['zz'] == undef }.size)
$recs.sort |$x, $y| { if $x['n'] == 50 { fail("at ${x}") } else { compare($x['n'], $y['n']) } }
