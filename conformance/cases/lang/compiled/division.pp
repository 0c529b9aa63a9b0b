# hot code: division of numbers, and by zero
function d($a, $b) { $a / $b }
Integer[1, 99].each |$i| { d(1.0 * $i, 2) }
notice(d(1, 2), d(-7, 2), d(7, -2), d(1.0, 3), d(-7.0, 2))
notice(d(1.0, 0))
