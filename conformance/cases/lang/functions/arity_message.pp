# spec: 003 "The 4x API": a wrong number of arguments lists the signature
function myfunc($a, $b, $c = 10, *$d) { [$a, $b, $c, $d] }
notice(myfunc(1, 2), myfunc(1, 2, 3, 4, 5))
myfunc(10)
