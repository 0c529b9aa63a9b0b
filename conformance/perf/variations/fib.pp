# the workload; unit: 635621 call
$n = 27
function fib(Integer $n) >> Integer {
  if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) }
}
notice("CHECK ${fib($n)}")
