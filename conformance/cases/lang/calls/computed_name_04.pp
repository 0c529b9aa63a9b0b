function g(Integer $x) { fail("no ${x}") }
$f = 'g'
[1].each |$x| { $f.call($x) }
