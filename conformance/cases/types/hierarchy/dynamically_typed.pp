# spec: 000 "Types, Values, and Variables": the type of a value is known when it is evaluated
function f($x) { type($x, 'generalized') }
notice(f(1), f('a'), f([1, 'a']), f({a => /x/}), f(Integer[1, 2]))
$x = if f(1) == Integer { 'text' } else { 7 }
notice(type($x, 'generalized'))
