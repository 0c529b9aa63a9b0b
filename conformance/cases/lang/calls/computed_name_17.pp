$f = 'brk'
function brk($x) { if $x == 2 { break() } $x }
[1,2,3].each |$i| { notice([7,8].filter |$j| { call($f, $i); true }) notice("end ${i}") }
