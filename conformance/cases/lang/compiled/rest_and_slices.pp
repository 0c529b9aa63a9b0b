# the rest of the arguments as an Array, slices of Arrays and Strings
function fib(Integer *$n) >> Integer { if $n[0] < 2 { $n[0] } else { fib($n[0] - 1) + fib($n[0] - 2) } }
notice(fib(15))
function r(String $a, Integer *$b) { "${a} ${b} ${b.size}" }
Integer[1,5].each |$i| { notice(r('x'), r('y', 1), r('z', $i, 2, $i)) }
function q(Array[Integer, 1, 2] *$b) { $b }
Integer[1,5].each |$i| { notice(q($i), q(1, $i)) }
function s($a, *$b) { [$a, $b, $b[0,2], $b[1, -1], $b[-2, 1], 'héllo'[1, 3], 'abc'[-2, 2], 'x'[5, 2]] }
Integer[1,5].each |$i| { notice(s($i), s(1, $i), s(1,2,3,'a',[1])) }
function total(Array[Integer] $a) >> Integer { if $a.empty { 0 } else { $a[0] + total($a[1, -1]) } }
notice(total(Array(Integer[1, 20])))
Integer[1,3].each |$i| { notice(r('x', 1, $i, if $i == 3 { 'c' } else { 3 })) }
