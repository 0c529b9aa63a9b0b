# options that are arrays, and numbers with a minus before them
function k($a, $b, $c) { case [$a, $b, $c] { [0, 0, default]: { 'zero' } ['x', undef, 1]: { 'xu1' } [-1, 2.0, true]: { 'neg' } [default, 'ABC', default]: { 'abc' } [1, 2]: { 'two' } [1, 2, [3]]: { 'deep' } [/a/, default, default]: { "re $0" } [default, default, default]: { 'any' } } }
[[0,0,1],['X',undef,1],[-1,2,true],[-1.0,2.0,true],[1,'abc',2],[1,2,[3]],['bab',1,2],[undef,undef,undef],[0.0,0,0],[5,5,5]].each |$t| { notice(k($t[0], $t[1], $t[2])) }
function s($i) { $r = [$i % 3, $i % 5] ? { [0, 0] => 'FB', [0, default] => 'F', [default, 0] => 'B', default => $i } $r }
Integer[1,16].each |$i| { notice(s($i)) }
function n($x) { -$x }
notice([1, -1, 1.5, -1.5, 0, -0.0, 0.0, 9223372036854775807, -9223372036854775807].map |$x| { n($x) })
notice(-1, -1.5, - 1, -(-1), -0, -0.0, 3 - -2, [-1, [-2]], {-1 => -2}, -0x10, -1e3, "${-5}", -1.abs, (-5) % 3)
$z = -9223372036854775807 - 1
notice($z)
case -1 { -1: { notice('minus one') } default: { notice('no') } }
notice([3,1,2].sort |$a, $b| { if $a < $b { -1 } elsif $a > $b { 1 } else { 0 } })
notice(Integer[-3, -1], Float[-1.5, 2.0])
