# the workload; unit: 300000 value
$n = 300000
$vals = [
  1, 'abc', 2.5, true, undef, [1, 2, 3], ['a', 'b', 'c'], { 'a' => 1, 'b' => 2 },
  { 'name' => 'web', 'port' => 80 }, { 'name' => 'db', 'port' => 5432, 'tags' => ['x', 'y'] },
  [{ 'a' => 1 }, { 'b' => 2 }], 'present', -5, { 'k' => [1, 2] },
]
$r = Integer[0, $n - 1].reduce(0) |$acc, $i| {
  $v = $vals[$i % 14]
  $t = case $v {
    Integer[0, default]: { 1 }
    Integer: { 2 }
    Float: { 3 }
    Boolean: { 4 }
    Undef: { 5 }
    Enum['present', 'absent']: { 6 }
    Pattern[/\Aab/]: { 7 }
    Array[Integer]: { 8 }
    Array[String[1]]: { 9 }
    Array[Hash[String, Integer]]: { 10 }
    Struct[{ name => String[1], port => Integer[1, 65535], Optional[tags] => Array[String] }]: { 11 }
    Hash[String, Integer]: { 12 }
    default: { 13 }
  }
  $u = if $v =~ Variant[String, Array[Variant[Integer, String]], Undef] { 100 } else { 0 }
  ($acc * 31 + $t + $u) % 1000003
}
notice("CHECK ${r}")
