# records in, records out; unit: 100000 rec
$recs = Integer[1, 100000].map |$i| { { 'id' => $i, 'name' => "n${i}", 'on' => $i % 2 == 0 } }
$out = $recs.filter |$r| { $r['on'] }.map |$r| { $r + { 'name' => $r['name'].upcase } }
notice("CHECK ${out.size} ${out[3]['name']}")
