# a range type, checked on each call; unit: 635621 call
function fib(Integer[0, 100] $n) >> Integer[0] {
  if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) }
}
notice("CHECK ${fib(27)}")
