# spec: 003 "Block Parameters": none of required parameters too many
notice(with(1, 2) |$a, $b = 3, *$c| { [$a, $b, $c] }, with() || { 'none' }, [3].reduce(1) |$m, $x| { $m + $x })
notice([3].reduce |$m| { $m })
