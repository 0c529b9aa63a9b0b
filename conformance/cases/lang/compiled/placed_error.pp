# errors of functions that are placed where they are called
function inner(Integer $x) >> Integer { if $x > 57 { fail("too big ${x}") } else { $x + 1 } }
function mid(Integer $x) >> Integer { inner($x) * 2 }
function outer(Integer $x) >> Integer { mid($x) - 1 }
$r = Integer[1, 55].map |$i| { outer($i) }
notice($r[-1])
Integer[50, 60].each |$i| { notice(outer($i)) }
