function g(Integer $x) { $x }
$f = 'g'
[1].each |$x| { notice(call($f, $x)); call($f, 'a') }
