# each call in a lambda of with; unit: 635621 call
function fib(Integer $n) >> Integer {
  if $n < 2 { $n } else { with($n - 1) |$x| { fib($x) } + with($n - 2) |$x| { fib($x) } }
}
notice("CHECK ${fib(27)}")
