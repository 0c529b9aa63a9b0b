function g($x) { break() }
$f = 'g'
function h() { $l = 'g'; call($l, 2) }
[1,2].each |$i| { h(); notice('no') }
notice('after')
