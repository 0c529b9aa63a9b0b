# a selector of regular expressions; unit: 200000 line
$r = Integer[1, 200000].reduce(0) |$m, $i| {
  $x = "web${$i % 100}.dc${$i % 3}" ? { /^db/ => 1, /dc1$/ => 2, /^web(\d)\./ => 3, default => 4 }
  ($m * 31 + $x) % 1000003
}
notice("CHECK ${r}")
