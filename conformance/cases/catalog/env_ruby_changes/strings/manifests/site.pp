$s = 'lit'
$t = 'lit'
notice(m::push($s, 'X'))
notice($s)
