# Numeric for Integer; unit: 635621 call
function fib(Numeric $n) >> Numeric {
  if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) }
}
notice("CHECK ${fib(27)}")
