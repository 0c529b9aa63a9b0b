notice(['aäb', 'äöü', 'xy€z', '', 'é', 'añb😀c'].map |$t| { [0, 1, 2, -1, -2, 5, -9].map |$i| { $t[$i] } })
notice(['aäb', 'äöü', 'xy€z', '', 'é', 'añb😀c'].map |$t| { [[0, 1], [1, 2], [-2, 5], [2, -1], [0, -2], [-3, -2], [1, 0], [9, 3], [3, 99]].map |$i| { $t[$i[0], $i[1]] } })
$r = Integer[1, 500].reduce('ä') |$m, $i| { $k = $m[-3, 99] if $i % 50 == 0 { notice($k, length($m), $m[0, 5000][-1]) } "${m}${i}ö${$m[1]}" }
notice(length($r), $r[-10, 10])
$q = Integer[1, 40].reduce('') |$m, $i| { $w = $m[0, 9999] $x = "${m}${i}," if $i > 37 { notice([$w, $m, $x]) } $x }
notice($q)
$h = Integer[1, 30].reduce({ 'k' => '' }) |$m, $i| { $m + { 'k' => "${m['k']}${i}", "p${i}" => $m['k'][0, 100] } }
notice($h['p20'], $h['k'])
