# case for if; unit: 635621 call
function fib(Integer $n) >> Integer {
  case $n {
    0: { 0 }
    1: { 1 }
    default: { fib($n - 1) + fib($n - 2) }
  }
}
notice("CHECK ${fib(27)}")
