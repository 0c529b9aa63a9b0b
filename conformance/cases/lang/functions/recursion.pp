function fib(Integer $n) >> Integer { if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) } }
notice(fib(15))
function m::even($n) { $n ? { 0 => true, default => m::odd($n - 1) } }
function m::odd($n) { $n ? { 0 => false, default => m::even($n - 1) } }
notice(m::even(10), m::odd(7), m::even(7))
