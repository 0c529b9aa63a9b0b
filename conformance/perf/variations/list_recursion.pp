# recursion over an array by slices; unit: 400000 call
function total(Array[Integer] $a) >> Integer { if $a.empty { 0 } else { $a[0] + total($a[1, -1]) } }
$l = Array(Integer[1, 20])
$r = Integer[1, 20000].reduce(0) |$m, $i| { ($m + total($l)) % 1000003 }
notice("CHECK ${r}")
