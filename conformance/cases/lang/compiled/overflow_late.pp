# hot code: overflow late
$x = Integer[0, 100].reduce(9223372036854775800) |$m, $i| { $m + $i }
