# hot code: bounds that comparisons do not give
function up(Integer $n) { if $n > 2 { $n + 1 } else { $n - 1 } }
notice(Integer[1, 300].map |$i| { up($i) }[-1])
notice(up(9223372036854775807))
