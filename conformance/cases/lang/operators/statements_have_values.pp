# spec: 004 "Basics": almost all statements have a value
$a = if true { 1 }
$b = case 2 { 2: { 'two' } }
$c = notify { 'n': }
$d = $e = 3
notice($a, $b, $c, $d, $e)
