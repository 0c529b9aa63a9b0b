# Resources: value of expr
$x = notify { ['a', 'b']: }
notice($x)
$y = notify { 'c': ; 'd': }
notice($y)
