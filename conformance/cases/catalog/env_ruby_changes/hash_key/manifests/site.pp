$k = 'key'
$h = { $k => 1 }
m::push($k, 'X')
notice($k, $h)
notice($h.keys.map |$x| { m::push($x, 'Y') })
notice($h)
