# String(), Integer() round trip; unit: 300000 elem
$r = Integer[1, 300000].reduce(0) |$m, $i| { ($m + Integer(String($i)) + String($i, '%x').length) % 1000003 }
notice("CHECK ${r}")
