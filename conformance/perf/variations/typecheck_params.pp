# a function with ten typed parameters; unit: 200000 call
function f(String[1] $a, Integer[0] $b, Boolean $c, Enum['x', 'y'] $d, Variant[Integer, String] $e, Array[String] $f,
  Hash[String, Integer] $g, Optional[String] $h, Pattern[/^a/] $i, Struct[{ m => String }] $j) >> Integer { $b + 1 }
$l = ['p', 'q']
$r = Integer[1, 200000].reduce(0) |$m, $i| { ($m + f('s', $i, true, 'x', 5, $l, { 'k' => 1 }, undef, 'abc', { 'm' => 'v' })) % 1000003 }
notice("CHECK ${r}")
