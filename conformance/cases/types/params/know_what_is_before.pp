# types of parameters know the types that are defined before them
type A = Integer
define e(A $a) { notice($a) }
define d(Type[E] $b) { notice($b) }
e { 'x': a => 1 }
d { 'x': b => E }
