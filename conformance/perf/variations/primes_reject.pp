# a filter in a function, untyped; unit: 300000 elem
function prime($i, $small) { $small.all |$p| { $i == $p or $i % $p != 0 } }
$small = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]
$primes = Integer[2, 300000].filter |$i| { prime($i, $small) }
notice("CHECK ${primes.size}")
