# spec: 004 "Expressions with Side Effects": a resource is added, a variable made, a relationship formed
notify { 'a': } -> notify { 'b': }
$x = ($y = 2) + 1
notice($x, $y, defined(Notify['a']), Notify['a']['before'])
