# method calls; unit: 635621 call
function fib(Integer $n) >> Integer {
  if $n < 2 { $n } else { ($n - 1).fib + ($n - 2).fib }
}
notice("CHECK ${fib(27)}")
