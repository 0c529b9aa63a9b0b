# spec: 000 "Optional Typing"
function f($x) { type($x) }
notice(f(1), f('a'), f(undef))
