# old versions kept alive; unit: 100000 merge
$r = Integer[1, 1000].map |$j| {
  $base = { 'a' => $j, 'b' => 2 }
  Integer[1, 100].map |$i| { $base + { 'c' => $i } }
}
notice("CHECK ${r[5][6]['c']}")
