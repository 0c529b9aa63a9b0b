# Spec: 004 "Calls": the keys of a Struct are compared exactly.
function area(Struct[{ width => Integer, height_in_pixels => Integer }] $r) { $r[width] * $r[height_in_pixels] }
$sum = Integer[1, 400].reduce(0) |$s, $i| { $s + area({ 'width' => $i, 'height_in_pixels' => 2 }) }
notice($sum)
$keys = ['height_in_pixels', 'height_in_pixelS']
$r = $keys.map |$k| { area({ 'width' => 3, $k => 4 }) }
notice($r)
