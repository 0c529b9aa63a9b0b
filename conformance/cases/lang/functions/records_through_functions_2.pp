# an error inside of functions that are given hashes names all calls
function point($x, $y) { { 'x' => $x, 'y' => $y } }
function plus($a, $b) {
  point($a['x'] + $b['x'], $a['y'] + $b['y'])
}
function outer_($a, $i) { plus($a, point($i, if $i == 35 { 'q' } else { $i })) }
Integer[1, 40].each |$i| {
  $p = outer_(point($i, 2), $i)
  if $i > 33 { notice($p['y']) }
}
