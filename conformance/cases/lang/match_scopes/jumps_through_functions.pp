# jumps through functions, calls by name and blocks while a branch has matched
function f($x) { if $x == 2 { break() } 'f' }
function g($x) { if $x =~ /g(\d)/ { next() } 'g' }
'z9' =~ /z(\d)/
$r = [1, 2, 3].map |$x| {
  $v = if "a${x}" =~ /a(\d)/ { call('f', $x) } else { 0 }
  "${v}${x}${1}"
}
notice($r, $1)
[1, 2, 3].each |$x| {
  if "b${x}" =~ /b(\d)/ { f($x) notice($1) }
  notice($1)
}
notice($1)
$s = [1, 2].map |$x| { if "c${x}" =~ /c(2)/ { g("g${x}") } "${1}" }
notice($s, $1)
$t = [3, 4].reduce(0) |$m, $x| { case "d${x}" { /d(4)/: { with($x) |$y| { if "e${y}" =~ /e(\d)/ { next($1) } } } default: { $m } } }
notice($t, $1)
$u = [1, 2, 3].any |$x| { if "k${x}" =~ /k(2)/ { $1 == '2' } else { false } }
notice($u, $1)
$w = [[1, 2], [3]].map |$l| { $l.filter |$x| { unless "m${x}" =~ /m([12])/ { next(true) } $1 == '1' } }
notice($w, $1)
