# a captures-rest parameter; unit: 635621 call
function fib(Integer *$n) >> Integer {
  if $n[0] < 2 { $n[0] } else { fib($n[0] - 1) + fib($n[0] - 2) }
}
notice("CHECK ${fib(27)}")
