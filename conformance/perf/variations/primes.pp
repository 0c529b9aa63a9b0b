# the workload; unit: 600000 elem
$n = 600000
$small = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97]
$primes = Integer[2, $n].filter |$i| {
  $small.all |$p| { $i == $p or $i % $p != 0 }
}
$sum = $primes.reduce(0) |$acc, $p| { $acc + $p }
notice("CHECK ${primes.size} ${sum}")
