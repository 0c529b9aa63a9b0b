notice($nope)
notice($a::b)
file { 'x': owner => $zz }
