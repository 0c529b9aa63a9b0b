# a selector for if; unit: 635621 call
function fib(Integer $n) >> Integer {
  $n ? { Integer[0, 1] => $n, default => fib($n - 1) + fib($n - 2) }
}
notice("CHECK ${fib(27)}")
