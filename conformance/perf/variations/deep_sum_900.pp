# untyped recursion 900 deep; unit: 1800000 call
function down($k) { if $k == 0 { 0 } else { $k + down($k - 1) } }
$r = Integer[1, 2000].reduce(0) |$m, $i| { ($m + down(900)) % 1000003 }
notice("CHECK ${r}")
