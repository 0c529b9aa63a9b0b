# spec: 004 "Order of Operations": and before or before =
notice(true or false and false, (true or false) and false)
$x = false or true
notice($x)
