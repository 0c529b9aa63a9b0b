# aliases, one recursive; unit: 300000 value
type Port = Integer[1, 65535]
type Data2 = Variant[String, Integer, Array[Data2], Hash[String, Data2]]
$vals = [80, 'abc', [1, ['a']], { 'a' => [1] }, 99999, 2.5]
$r = Integer[0, 299999].reduce(0) |$m, $i| {
  $v = $vals[$i % 6]
  $t = case $v { Port: { 1 } Data2: { 2 } default: { 3 } }
  ($m * 31 + $t) % 1000003
}
notice("CHECK ${r}")
