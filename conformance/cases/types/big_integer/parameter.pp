# parameters of the type Integer take it; ranges of 64 bits do not
function f(Integer $x) >> Integer { $x }
function g(Integer[0] $x) { $x - 1 }
function h(Integer[0, 9] $x) { $x }
notice(f(5), f(Integer('9223372036854775808')))
notice(g(5), g(Integer('9223372036854775808')))
notice(h(5))
notice(h(Integer('9223372036854775808')))
