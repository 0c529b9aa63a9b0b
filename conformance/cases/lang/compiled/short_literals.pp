# hot code: loops over short literals with next, break and return
function f($n) { [1, 2, 3].reduce($n) |$a, $x| { if $x == $n { next(100) } $a + $x } }
function g($n) { [1, 2, 3].map |$x| { if $x == $n { break() } $x * $n } }
function h($n) { [4, 5, 6].each |$x| { if $x == $n { return("got ${x}") } } }
function k($n) { [1, 2].reduce |$a, $b| { $a * 10 + $b + $n } }
function l($n) { ['a', 'b'].map |$x| { [1, 2].map |$y| { "${x}${y}${n}" } } }
Integer[0, 130].each |$i| { $j = $i % 7; $v = [f($j), g($j), h($j), k($j), l($j)]; if $i < 8 or $i > 126 { notice($v) } }
