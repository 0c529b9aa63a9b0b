# spec: 004 "Order of Operations": assignment goes from the right
$a = $b = $c = 1 + 1
notice($a, $b, $c)
