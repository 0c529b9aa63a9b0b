[$a, $b] = [['x'], 'y']
m::push($a, 1)
m::push($b, 'q')
notice($a, $b)
