$f = 'size'
notice([['a'], 'bc', {'d' => 1}].map |$i| { call($f, $i) })
notice([1].map |$i| { call($f, $i, 2) })
