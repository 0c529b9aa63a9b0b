# spec: 003 "Creating a Function": parameters without a type take anything
function f($x) { type($x, 'generalized') }
notice(f(1), f(undef), f([1]), f(Integer))
