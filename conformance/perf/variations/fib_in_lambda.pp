# called in a lambda of reduce; unit: 635621 call
function fib(Integer $n) >> Integer {
  if $n < 2 { $n } else { [1, 2].reduce(0) |$a, $i| { $a + fib($n - $i) } }
}
notice("CHECK ${fib(27)}")
