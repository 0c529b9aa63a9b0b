# no return type; unit: 635621 call
function fib(Integer $n) {
  if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) }
}
notice("CHECK ${fib(27)}")
