# String parameters; unit: 262143 call
function hanoi(Integer $n, String $a, String $b, String $c) >> Integer {
  if $n == 0 { 0 } else { hanoi($n - 1, $a, $c, $b) + 1 + hanoi($n - 1, $c, $b, $a) }
}
notice("CHECK ${hanoi(17, 'a', 'b', 'c')}")
