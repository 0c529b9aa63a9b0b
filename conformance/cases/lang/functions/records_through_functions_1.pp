# hashes made in each round go through small functions: values, whole hashes, keys that are missing
function point($x, $y) { { 'x' => $x, 'y' => $y } }
function plus($a, $b) { point($a['x'] + $b['x'], $a['y'] + $b['y']) }
function times_($a, $k) { point($a['x'] * $k, $a['y'] * $k) }
function third(Hash $a) { $a['z'] }
function same($a) { $a }
Integer[1, 40].each |$i| {
  $p = point($i, $i % 3)
  $q = times_(plus($p, point(1, 2.5)), 3)
  $s = same(same(point($q['y'], $p)))
  if $i > 37 { notice($q['x'], $q['y'], third($q), $s, $s['y'], $p + $q) }
}
