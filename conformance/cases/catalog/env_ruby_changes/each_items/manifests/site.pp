$l = [['a'], ['b']]
$l.each |$i| { m::push($i) }
notice($l)
$h = { 'k' => ['a'] }
$h.each |$k, $v| { m::push($v, $k) }
notice($h)
