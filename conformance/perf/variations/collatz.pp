# recursion to 350 deep, untyped; unit: 1085371 call
function collatz($n, $steps) {
  if $n == 1 { $steps } elsif $n % 2 == 0 { collatz($n / 2, $steps + 1) } else { collatz(3 * $n + 1, $steps + 1) }
}
$r = Integer[1, 10000].reduce(0) |$m, $i| { $m + collatz($i, 1) }
notice("CHECK ${r}")
