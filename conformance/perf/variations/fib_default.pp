# a defaulted parameter; unit: 635621 call
function fib(Integer $n, Integer $step = 1) >> Integer {
  if $n < 2 { $n } else { fib($n - $step) + fib($n - 2) }
}
notice("CHECK ${fib(27)}")
