# spec: 004 "Basics": literals, variables, resources, calls are expressions
$r = notify { 'a': }
notice([$r, 'literal', $r =~ Array, size([1]), (notify { 'b': })[0]])
