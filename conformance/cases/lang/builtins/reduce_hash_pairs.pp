notice({ a => 1, b => 2 }.reduce({}) |$m, $e| { $m + { $e[1] => $e[0] } }, 'abc'.reduce |$m, $c| { "${c}${m}" })
notice(Integer[1, 4].reduce(1) |$m, $x| { $m * $x }, ['only'].reduce |$m, $x| { 'never' })
