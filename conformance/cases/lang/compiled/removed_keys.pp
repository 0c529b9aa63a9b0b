# compiled/removed_keys: keys taken from a hash that a loop owns; the order of the others stays
$r = Integer[1, 3000].reduce({}) |$m, $i| {
  $added = $m + { "k${$i * 7 % 61}" => $i }
  if $i % 3 == 0 { $added - "k${$i % 61}" } elsif $i % 50 == 1 { $added - ["k1", "k${$i % 13}", 'none'] } else { $added }
}
notice($r.size, $r.keys.join(','), $r.values.reduce(0) |$s, $v| { $s + $v })
notice(Integer[1, 2000].reduce({}) |$m, $i| { ($m + { $i => $i }) - ($i - 30) }.keys.join(','))
notice(Integer[1, 2000].reduce({}) |$m, $i| { ($m + { $i % 40 => $i, undef => 1, "a${i}" => 2 }) - undef - "a${i}" - ($i % 7) })
$walked = Integer[1, 600].reduce([{}, 0]) |$m, $i| {
  [$h, $sum] = $m
  $left = ($h + { "x${$i % 33}" => $i }) - "x${$i * 5 % 33}"
  $first = $left.reduce(0) |$s, $e| { ($s * 3 + $e[1]) % 1009 }
  [$left, $sum + $first + $left.length]
}
notice($walked)
$kept = Integer[1, 200].map |$i| { Integer[1, 20].reduce({}) |$m, $k| { ($m + { $k => $i }) - ($k * $i % 11) } }
notice($kept[17], $kept[199].keys, $kept.map |$h| { $h.size }.unique)
$twice = Integer[1, 500].reduce({}) |$m, $i| {
  $n = ($m + { "a${$i % 23}" => $i }) - "a${$i * 3 % 23}"
  if $i % 100 == 0 { notice($n.map |$k, $v| { "${k}${v}" }.join(' ')); $n - $n.keys[0] } else { $n }
}
notice($twice, 'A5' in $twice, 'a1' in $twice)
