# return() and unless; unit: 635621 call
function fib(Integer $n) >> Integer {
  if $n < 2 { return($n) }
  $a = fib($n - 1)
  $b = fib($n - 2)
  $a + $b
}
notice("CHECK ${fib(27)}")
