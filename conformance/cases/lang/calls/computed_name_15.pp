$f = 'brk'
function brk($x) { if $x == 2 { break() } $x }
[1,2,3].each |$i| { [5,6].each |$j| { notice("${i} ${j}"); call($f, $i) } notice("end ${i}") }
