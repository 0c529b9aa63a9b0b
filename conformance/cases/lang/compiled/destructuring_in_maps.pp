# hot code: destructuring in maps
$r = Integer[1, 90].map |$i| { [$i, [$i + 1, { 'z' => $i }]] }
notice($r.map |$p| { [$q, [$s, $t]] = $p  $q + $s + $t['z'] }.reduce |$m, $v| { $m + $v })
notice($r.each |$p| { [$q, $w] = $p  if $q == 88 { [$e, $f, $g] = $w } })
