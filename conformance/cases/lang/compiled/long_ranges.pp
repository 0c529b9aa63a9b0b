# ranges with more elements than an Integer counts
Integer[-9223372036854775807, 9223372036854775807].step(9223372036854775807) |$x| { notice($x) }
notice(Integer[-9223372036854775807, 9223372036854775807].step(4611686018427387904).map |$x| { $x })
$r = Integer[-9223372036854775807, 9223372036854775807].reverse_each
notice($r.any |$x| { $x < 9223372036854775800 })
Integer[1, 3].step(9223372036854775807).each |$x| { notice($x) }
notice(Integer[-9223372036854775807, 9223372036854775806].reverse_each.any |$x| { notice($x) $x < 9223372036854775805 })
