# ranges that cross the border of 64 bits
$range = Integer[9223372036854775805, Integer('9223372036854775810')]
$range.each |$i, $x| { notice("${i}: ${x}") }
notice($range.filter |$x| { $x > 9223372036854775807 })
notice($range.reverse_each.map |$x| { $x - 9223372036854775000 })
notice($range.step(2).map |$x| { $x })
notice($range.slice(4))
notice(Array($range)[-1])
Integer('9223372036854775808').each |$x| { if $x > 2 { break() } notice($x) }
