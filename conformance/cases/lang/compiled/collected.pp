# hot code: map and filter that collect values of changing kinds
$b = Integer[1, 600].map |$i| { if $i % 200 == 0 { 's' } elsif $i > 500 { $i * 1.5 } else { $i } }
notice($b[198], $b[199], $b[200], $b[-1], $b.size, type($b[0, 3]))
$c = $b.filter |$x| { $x =~ Integer and $x % 100 == 0 }
$d = {a => 1, b => 2, c => 3}.filter |$k, $v| { $v > 1 }
$e = {a => 1, b => 2}.map |$k, $v| { [$k, $v] }
$g = {a => 1, b => 2}.filter |$kv| { $kv[1] == 1 }
notice($c, $d, $e, $g, [].map |$x| { 1 }, Integer[3, 4].map |$i, $x| { "${i}${x}" })
