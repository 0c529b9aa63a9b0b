# types by alias; unit: 635621 call
type Count = Integer[0]
function fib(Count $n) >> Count {
  if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) }
}
notice("CHECK ${fib(27)}")
