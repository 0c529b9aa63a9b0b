$a = ['x']
$b = m::set($a, 0, 'first')
notice($a, $b)
m::push($b)
notice($a, $b)
