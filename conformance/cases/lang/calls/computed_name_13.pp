$f = 'lookup'
notice([1].map |$i| { call($f, 'nokey', { 'default_value' => $i }) })
