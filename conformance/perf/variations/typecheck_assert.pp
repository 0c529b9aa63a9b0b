# assert_type, Boolean conversion; unit: 300000 value
$r = Integer[0, 299999].reduce(0) |$m, $i| { assert_type(Integer[0], $m) + Integer(Boolean($i % 2)) }
notice("CHECK ${r}")
