$a = ['x']
notice(m::set($a, 1, $a.map |$x| { $x }))
notice($a)
