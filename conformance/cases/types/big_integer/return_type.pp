# it is of the return type Integer, but of no range of 64 bits
function f($x) >> Integer { $x }
function g($x) >> Integer[0, 9] { $x }
notice(f(Integer('9223372036854775808')) - 1)
notice(g(Integer('9223372036854775808')))
