# argument in a hash; unit: 635621 call
function fib(Hash[String, Integer] $n) >> Integer {
  if $n['n'] < 2 { $n['n'] } else { fib({ 'n' => $n['n'] - 1 }) + fib({ 'n' => $n['n'] - 2 }) }
}
notice("CHECK ${fib({ 'n' => 27 })}")
