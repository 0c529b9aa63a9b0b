# any and negation; unit: 600000 elem
$small = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97]
$primes = Integer[2, 600000].filter |$i| { !($small.any |$p| { $i != $p and $i % $p == 0 }) }
notice("CHECK ${primes.size}")
