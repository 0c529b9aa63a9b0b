$a = ['x']
$s = 'str'
$h = { 'k' => ['v'] }
notify { 'n': message => $a }
notify { 's': message => $s }
notify { 'h': message => $h }
notify { 'k': message => $h['k'] }
m::push($a)
m::push($s)
m::push($h['k'])
m::set($h, 'x', 1)
notify { 'n2': message => [$a, $s, $h] }
