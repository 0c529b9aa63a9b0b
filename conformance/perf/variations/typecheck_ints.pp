# case over Integers, selector; unit: 600000 value
$r = Integer[0, 599999].reduce(0) |$m, $i| {
  $t = case $i % 10 { 0, 1: { 5 } 2: { 6 } 3: { 7 } 4: { 8 } 7: { 9 } default: { 1 } }
  $u = ($i % 4) ? { 0 => 'a', 1 => 'b', default => 'c' }
  $w = if $u == 'a' { 1 } else { 2 }
  ($m * 31 + $t + $w) % 1000003
}
notice("CHECK ${r}")
