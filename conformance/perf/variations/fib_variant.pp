# Variant[Integer, String]; unit: 635621 call
function fib(Variant[Integer, String] $n) >> Integer {
  if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) }
}
notice("CHECK ${fib(27)}")
