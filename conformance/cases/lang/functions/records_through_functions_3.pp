# types of parameters and results are checked for hashes that are made for a call
function point(Any $x) >> Hash[String, Any] { { 'x' => $x, 'y' => 9223372036854775807 } }
function typed(Hash[String, Integer] $a) >> Integer { $a['x'] + $a['y'] - 1 }
function narrow(Struct[{ x => Integer[0, 36], y => Any }] $a) { $a['x'] }
Integer[-40, 40].each |$i| {
  $p = point($i - 40)
  if $i > 37 { notice(typed($p), typed({ 'x' => $i - 50, 'y' => 2 })) }
}
Integer[1, 40].each |$i| { $p = point($i)  if narrow($p) > 34 { notice($p) } }
