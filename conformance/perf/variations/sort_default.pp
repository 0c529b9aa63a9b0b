# without a lambda, Integers; unit: 300000 elem
$a = Integer[1, 300000].map |$i| { $i * 7919 % 1000003 }
notice("CHECK ${a.sort[1000]}")
