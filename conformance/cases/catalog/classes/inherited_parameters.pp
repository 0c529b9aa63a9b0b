class a($x = 1, $y = $x) { notify { "a$x": message => $y } }
class b($z = $x) inherits a { notify { "b": message => $z } Notify['a1'] { message => 'over' } }
class { 'b': }
