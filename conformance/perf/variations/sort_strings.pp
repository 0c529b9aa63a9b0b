# without a lambda, Strings; unit: 100000 elem
$a = Integer[1, 100000].map |$i| { "h${$i * 7919 % 100003}" }
notice("CHECK ${a.sort[1000]}")
