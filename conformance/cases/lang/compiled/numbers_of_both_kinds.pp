# numbers of both kinds, shifts and the functions of numbers, with Integers and Floats in one call
function sl($a, $b) { $a << $b }
function sr($a, $b) { $a >> $b }
[[1,3],[1,62],[-1,62],[0,50],[3,-2],[-7,0],[7,0],[-9,2]].each |$p| { notice(sl($p[0], $p[1]), sr($p[0], $p[1])) }
Integer[0, 40].each |Integer $i| { notice(3 << $i, 1000000 >> $i, -1000 >> $i) }
function lt($a, $b) { [$a < $b, $a <= $b, $a > $b, $a >= $b, $a == $b, $a != $b] }
[1, 1.0, 2, 1.5, 9007199254740993, 9007199254740992, 9007199254740992.0, -0.0, 0, 9223372036854775807, 9223372036854775808.0].each |$a| { [1, 1.0, 9007199254740993, 9007199254740992.0, 0, 1.5, 9223372036854775807].each |$b| { notice(if $a =~ Float and $a != $a or $b =~ Float and $b != $b { 'nan' } else {lt($a, $b) }) } }
function ff(Float $a, Integer $b) { [$a < $b, $a <= $b, $a > $b, $a >= $b, $a == $b, $a != $b, $b < $a, $b == $a] }
[1.0, 9007199254740992.0, 0.5].each |$a| { [1, 9007199254740993, 9007199254740992, 0].each |$b| { notice(ff($a, $b)) } }
function mm(Integer $a, Integer $b) { [max($a,$b), min($a,$b), abs($a), abs($b), size("$a"), "$a".length, [$a].empty, ''.empty, {}.empty] }
notice(mm(1,2), mm(-3, 7), mm(9223372036854775807, -9223372036854775807))
function e($x) { $x.empty }
notice(e([]), e(''), e('a'), e({}), e({1=>2}), e(undef), e(0))
function nn(Float $x) { [$x < 1, $x == 1, $x != 1] }

