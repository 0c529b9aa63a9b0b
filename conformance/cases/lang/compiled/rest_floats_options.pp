# hot code: rest floats options
function deep($n, *$rest) { if $n == 0 { $rest } else { deep($n - 1, $n, *$rest) } }
notice(deep(40).size)
notice(Integer[1, 100].map |$i| { $z = $i * 1.0 / 3  if $z > 10.5 and $z != 20.0 { "${z}"[0, 4] } else { $z } }[-1])
notice(Integer[1, 60].map |$i, $j = 4| { $i + $j }[59])
notice([1.5, 2, '3', undef, true].map |$v| { case $v { Float[1.0, 2.0]: { 'f' } Numeric: { 'n' } /\d/: { $0 } Undef: { 'u' } default: { 'd' } } })
