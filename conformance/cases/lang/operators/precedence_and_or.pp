# spec: 004 "Order of Operations": and binds before or, both after !
notice(true or false and false, !true or true, !(true or true), false and false or true)
$x = true and false
notice($x)
