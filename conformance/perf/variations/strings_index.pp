# characters by index; unit: 600000 char
$s = 'the quick brown fox jumps over the lazy dog, thirty times a day'
$r = Integer[1, 600000].reduce(0) |$m, $i| { if $s[$i % 60] == 'o' { $m + 1 } else { $m } }
notice("CHECK ${r}")
