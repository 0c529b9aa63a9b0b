class b { notice($v) }
$w = $v
notice($w)
