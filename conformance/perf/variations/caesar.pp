# a cipher by tables; unit: 310000 char
$abc = 'abcdefghijklmnopqrstuvwxyz'
$t = Hash(Integer[0, 25].map |$i| { [$abc[$i], $abc[($i + 3) % 26]] })
$s = 'the quick brown fox jumps over the lazy dog, thirty times a day'
$r = Integer[1, 5000].reduce(0) |$m, $i| {
  $o = $s.split('').map |$c| { $t[$c] ? { undef => $c, default => $t[$c] } }.join('')
  $m + $o.length
}
notice("CHECK ${r}")
