# a range for the divisors, all; unit: 300000 elem
$primes = Integer[2, 300000].filter |$i| { Integer[2, 30].all |$p| { $i == $p or $i % $p != 0 } }
notice("CHECK ${primes.size}")
