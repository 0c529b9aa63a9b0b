# spec: 002 "Variables": what a variable refers to is immutable
$a = [1, 2]
$b = $a << 3
$h = {a => 1}
$i = $h + {b => 2}
notice($a, $b, $h, $i)
$a = 3
