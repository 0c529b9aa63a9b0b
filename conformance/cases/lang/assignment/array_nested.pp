[$a, [$b, $c]] = [1, [2, 3]]
notice($a, $b, $c)
[$d, $e] = [[1, 2], { k => 'v' }]
notice($d, $e)
$f = $g = 7
notice($f, $g)
