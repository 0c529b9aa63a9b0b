$a = ['x']
if true { notice(m::push($a)) }
notice($a)
$b = $a ? { default => m::push($a, 1) }
notice($a, $b)
case 1 { 1: { m::push($a, 2) } }
notice($a)
