# compiled/default_big: a computed default beyond 64 bits fails, or is an Integer all the same
function wide(Integer $a, Integer $b = [$a].map |$x| { $x * 2 }[0]) { $b - $a }
notice(Integer[1, 2000].reduce(0) |$m, $i| { ($m + wide($i)) % 100003 })
notice(wide(4611686018427387904))
