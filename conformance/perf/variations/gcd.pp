# gcd by recursion; unit: 3000000 call
function gcd(Integer $a, Integer $b) >> Integer { if $b == 0 { $a } else { gcd($b, $a % $b) } }
$r = Integer[1, 500000].reduce(0) |$m, $i| { $m + gcd($i * 7, 1000 + $i % 317) }
notice("CHECK ${r}")
