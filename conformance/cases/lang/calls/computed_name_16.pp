$f = 'brk'
function brk($x) { if $x == 2 { break() } $x }
[1,2,3].each |$i| { $i.with |$j| { call($f, $j) } notice("end ${i}") }
