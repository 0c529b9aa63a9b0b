# times and a function of the element; unit: 2000000 elem
function scaled(Integer $x) >> Integer { $x * 3 + $x % 7 }
$r = Integer[1, 2000000].reduce(0) |$acc, $x| { ($acc + scaled($x)) % 1000003 }
notice("CHECK ${r}")
