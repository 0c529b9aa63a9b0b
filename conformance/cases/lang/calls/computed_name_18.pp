$f = 'brk'
function brk($x) { if $x == 2 { break() } $x }
notice([1,2,3].any |$i| { call($f, $i) > 2 })
notice([1,2,3].all |$i| { call($f, $i) < 5 })
notice({a=>1,b=>2,c=>3}.map |$k, $i| { call($f, $i) })
notice(Integer[1,5].step(2).map |$i| { call($f, $i + 1) })
notice([1,2,3,4].slice(2).map |$i| { call($f, $i[0] + 1) })
