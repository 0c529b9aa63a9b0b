# spec: 003 "Creating a Function": defaults and repeated arguments together
function myfunc($a, $b, $c = 10, *$d) { [$a, $b, $c, $d] }
notice(myfunc(1, 2), myfunc(1, 2, 3), myfunc(1, 2, 3, 4, 5))
notice(myfunc(1))
