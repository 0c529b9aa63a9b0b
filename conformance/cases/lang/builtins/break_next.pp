notice([1, 2, 3, 4].map |$x| { if $x == 3 { break() } $x * 10 }, [1, 2, 3].filter |$x| { if $x == 2 { break() } true })
[1, 2].each |$x| { ['a', 'b', 'c'].each |$y| { if $y == 'b' { break() } notice("${x}${y}") } }
notice([1, 2, 3].reduce |$m, $x| { if $x == 3 { break() } $m + $x }, [1, 5, 2].any |$x| { if $x == 5 { next(false) } $x == 2 })
