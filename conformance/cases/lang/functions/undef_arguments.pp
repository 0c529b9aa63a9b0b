# spec: 003 "The 3x API": undefined arguments stay undefined
function f($a, $b = 'default') { [$a, $b, $a =~ Undef, $b =~ Undef] }
notice(f(undef), f(undef, undef), f(''))
