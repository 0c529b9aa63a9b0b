# the workload; unit: 40000 rec
$n = 40000
$recs = Integer[1, $n].map |$i| {
  { 'id' => $i, 'role' => "role${$i % 13}", 'net' => { 'ip' => "10.0.${$i % 256}.1", 'vlan' => $i % 4094 }, 'tags' => ["t${$i % 5}", "u${$i % 3}"] }
}
$groups = $recs.group_by |$r| { $r['role'] }
$sizes = $groups.map |$role, $rs| { $rs.size }
$vl = $recs.reduce(0) |$acc, $r| { ($acc + $r.dig('net', 'vlan')) % 1000003 }
$tagged = $recs.filter |$r| { 't3' in $r['tags'] and $r['net']['vlan'] > 100 }
$keys = $recs.reduce(0) |$acc, $r| { $acc + $r.keys.size }
$sel = $recs.map |$r| { $r.filter |$k, $v| { $k == 'id' or $k == 'role' } }
$s2 = $sel.reduce(0) |$acc, $r| { ($acc * 7 + $r['id'] + $r['role'].length) % 1000003 }
$szs = $sizes.reduce(0) |$acc, $x| { ($acc * 31 + $x) % 1000003 }
notice("CHECK ${groups.size} ${szs} ${vl} ${tagged.size} ${keys} ${s2}")
