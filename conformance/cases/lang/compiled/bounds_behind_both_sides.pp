# hot code: the sum behind both sides of a comparison
function up(Integer $n, Integer $k) { $m = if $n < $k { $n } else { $k } $m - 1 }
notice(Integer[1, 300].map |$i| { up($i, 40) }[-1])
notice(up(-9223372036854775807 - 1, 5))
