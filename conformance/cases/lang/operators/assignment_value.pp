# spec: 004 "= (assignment)": its value is the right side
notice(($a = 3) + 1, $a)
$b = $c = 'x'
notice($b, $c)
