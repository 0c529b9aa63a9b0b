# Floats; unit: 635621 call
function fib(Float $n) >> Float {
  if $n < 2.0 { $n } else { fib($n - 1.0) + fib($n - 2.0) }
}
notice("CHECK ${fib(27.0)}")
