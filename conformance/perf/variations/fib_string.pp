# the number as a String, converted; unit: 57313 call
function fib($n) {
  $i = Integer($n)
  if $i < 2 { $i } else { fib("${$i - 1}") + fib("${$i - 2}") }
}
notice("CHECK ${fib('22')}")
