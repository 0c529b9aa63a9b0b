function add1(Integer $x) >> Integer { $x + 1 }
function dbl(Integer $x) { $x * 2 }
function brk($x) { if $x > 2 { break() } $x }
function ret($x) { return($x * 3) 5 }
function nxt($x) { next($x * 4) 5 }
$f = ['add1', 'dbl', 'ADD1', '::dbl']
notice([1,2,3,4].map |$i| { call($f[$i % 4], $i) })
$b = 'brk'
notice([1,2,3,4].map |$i| { call($b, $i) })
notice([1,2,3,4].reduce(0) |$m, $i| { $m + call($b, $i) })
[1,2,3,4].each |$i| { notice(call($b, $i)) }
notice([1,2,3,4].filter |$i| { call($b, $i) > 0 })
notice(Integer[1,9].reduce({}) |$m, $i| { $m + { "k${i}" => call($b, $i) } })
$jumps = ['ret', 'nxt', 'return', 'next']
$jumps.each |$j| { notice(call($j, 7)) }
$sees = 'getvar'
[1,2].each |$loc| { $inner = "v${loc}"; notice(call($sees, 'loc'), call($sees, 'inner'), call($sees, 'nope')) }
function looks($p) { $q = $p; $n = 'getvar'; [call($n, 'p'), call($n, 'q'), [3].map |$z| { [call($n, 'z'), call($n, 'p')] }] }
notice(looks(4))
function maybe($p) { if $p { $w = 1 } $n = 'getvar'; call($n, 'w') }
notice(maybe(true), maybe(false))
$m = 'sprintf'
notice($m.call('%d', 3), [1,2].map |$x| { $m.call('%03d', $x) })
$d = 'defined'
[1].each |$x| { notice(call($d, '$x'), call($d, '$y')) }
$t = 'inline_epp'
[1].each |$xx| { notice(call($t, '<%= $xx %>')) }
$w = 'with'
notice(call('map', [1,2]) |$x| { call($f[0], $x) })
$n = 'notice'
[1].each |$x| { call($n, 'said') }
[[1,2],[3]].each |$l| { notice($l.map |$y| { call($f[1], $y) }) ; notice($l.each |$y| { call($b, $y + 1) }) }
notice([1,2,3].with |*$x| { call($m, '%s', $x) })
notice(Integer[1,300].reduce(0) |$acc, $i| { $acc + call($f[$i % 4], $i) })
