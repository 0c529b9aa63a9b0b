# over the characters; unit: 600000 char
$s = 'the quick brown fox jumps over the lazy dog, thirty times a day'
$r = Integer[1, 10000].reduce(0) |$m, $i| { $m + $s.split('').reduce(0) |$n, $c| { if $c == 'o' { $n + 1 } else { $n } } }
notice("CHECK ${r}")
