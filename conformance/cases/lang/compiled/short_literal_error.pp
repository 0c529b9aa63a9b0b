# hot code: an error in a loop over a short literal
function e($n) { [1, 2, 0].map |$x| { 10 / $x } }
function u($n) { [1, 'a', 3].reduce(0) |$a, $x| { $a + $x } }
Integer[0, 60].each |$i| { if $i == 60 { notice(u($i)) } }
