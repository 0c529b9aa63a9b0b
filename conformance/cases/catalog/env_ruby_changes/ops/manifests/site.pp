$a = ['x']
$b = $a + ['y']
$c = $a << 'z'
m::push($a, 1)
notice($a, $b, $c)
m::push($c, 2)
notice($a, $b, $c)
