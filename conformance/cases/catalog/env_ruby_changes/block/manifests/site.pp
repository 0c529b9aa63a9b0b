$a = ['x']
$r = m::inner($a) |$i| { notice($i, $a); 'res' }
notice($r, $a)
