# Records are checked against Structs by their values, whatever the order of the keys; entries may be missing.
type Spot = Struct[{ x => Integer, y => Variant[Integer, Float], Optional[label] => String }]
function move(Spot $s, Integer $d) >> Spot { $r = { 'y' => $s['y'], 'x' => $s['x'] + $d }
  $r }
function turn(Spot $s) >> Spot { if $s['x'] > 5 { { 'x' => 0, 'y' => $s['x'], 'label' => 'turned' } } else { $s } }
function wrong(Integer $i) >> Spot { if $i > 50 { { 'x' => 1.5, 'y' => $i } } else { { 'x' => 1, 'y' => $i } } }
$end = Integer[1, 80].reduce({ 'x' => 0, 'y' => 2.5 }) |$s, $i| { turn(move($s, $i % 4)) }
notice($end)
notice(move({ 'label' => 'a', 'y' => 1, 'x' => 9223372036854775806 }, 1))
$texts = Integer[1, 60].map |$i| { $i % 6 ? { 0 => 'six', default => $i } }
$sum = Integer[1, 40].reduce(0) |$m, $i| { $m + wrong($i)['x'] }
notice($sum)
Integer[1, 60].each |$i| { notice(move({ 'x' => $texts[$i + 1], 'y' => $i }, 1)['x']) }
