function call($a, $b) { "mine ${a} ${b}" }
$f = 'x'
notice([1].map |$i| { call($f, $i) })
