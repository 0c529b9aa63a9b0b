$r = Integer[1, 1000].reduce({ 'a' => 0, 'b' => 0.5, 'c' => '' }) |$m, $i| { $m + { 'a' => ($m['a'] + $i) % 1000, 'c' => "x${i}" } }
notice($r, $r['a'], $r['c'])
$s = Integer[1, 10].reduce({ 'n' => 0, 'out' => [] }) |$st, $i| { if $i % 2 == 0 { $st + { 'out' => $st['out'] + [$i] } } else { { 'n' => $st['n'] + 1, 'out' => $st['out'] } } }
notice($s)
$t = Integer[1, 5].reduce({ 'n' => 0, 'm' => 1 }) |$st, $i| { $u = $st + { 'n' => $i }; notice($u); $u + { 'm' => $u['n'] * 2 } + { 'n' => $u['m'] } }
notice($t)
$v = Integer[1, 5].reduce({ 'n' => 0 }) |$st, $i| { $st + { 'k' => $i } }
notice($v)
$w = Integer[1, 5].reduce({ 'n' => 0, 'x' => undef }) |$st, $i| { $st + { 'n' => $st['nope'], 'x' => $st['n'] } }
notice($w)
$x = Integer[1, 6].reduce({ 'n' => 0, 'b' => true }) |$st, $i| { if $i == 5 { break() } if $st['b'] { $st + { 'b' => false } } else { next($st + { 'n' => $st['n'] + $i, 'b' => true }) } }
notice($x)
$y = Integer[1, 6].reduce({ 'b' => 1, 'a' => 2 }) |$st, $i| { { 'a' => $st['b'], 'b' => $st['a'] } }
notice($y)
$z = Integer[1, 6].reduce({ 'A' => 1, 'a' => 2 }) |$st, $i| { $st + { 'a' => $st['A'], 'A' => $st['a'] } }
notice($z)
function f($n) { Integer[1, $n].reduce({ 'lo' => 0, 'hi' => 100, 'steps' => 0 }) |$s, $i| { $mid = ($s['lo'] + $s['hi']) / 2; if $mid < 37 { $s + { 'lo' => $mid, 'steps' => $s['steps'] + 1 } } elsif $mid > 37 { $s + { 'hi' => $mid, 'steps' => $i } } else { $s } } }
notice(f(20)); notice(f(20).keys)
$q = Integer[1, 3].reduce({ 'p' => { 'x' => 1 }, 'q' => [1] }) |$s, $i| { $s + { 'p' => $s['p'] + { 'x' => $i, 'y' => $s['q'] }, 'q' => $s['q'] << $i } }
notice($q)
$d = Integer[1, 4].reduce({ 'a' => 1, 'a' => 2 }) |$s, $i| { $s + { 'a' => $s['a'] * 2 } }
notice($d)
$e = Integer[1, 4].reduce({ 'a' => 1, 'b' => 2 }) |$s, $i| { $s + { 'a' => 5, 'a' => $s['b'] } }
notice($e, $e == { 'b' => 2, 'a' => 2 }, 'a' in $e, $e.length)
$h = Integer[1, 4].reduce({ 'a' => 1, 'b' => 2 }) |$s, $i| { $k = 'a'; $s + { $k => $s[$k] + 1 } }
notice($h)
$j = Integer[1, 4].map |$o| { Integer[1, 3].reduce({ 'a' => $o, 'b' => 2 }) |$s, $i| { $s + { 'b' => $s['a'] + $i } } }
notice($j)
$l = Integer[1, 4].reduce({ 'a' => 1, 'b' => 2 }) |$s, $i| { if $i == 3 { $s + { 'a' => 'z' } } else { $s.filter |$k, $v| { true } } }
notice($l)
