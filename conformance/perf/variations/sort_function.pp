# comparing by a function; unit: 60000 elem
function order(Integer $x, Integer $y) >> Integer { compare($x % 1000, $y % 1000) }
$a = Integer[1, 60000].map |$i| { $i * 7919 % 1000003 }
$b = $a.sort |$x, $y| { order($x, $y) }
notice("CHECK ${b[0] % 1000}")
