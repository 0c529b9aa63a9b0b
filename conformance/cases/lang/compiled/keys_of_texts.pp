# hot code: keys of texts
notice({ 'a' => 1 }['a'], { 'a' => [] }['a'], "${[1, { 'b' => 'c' }]}", [[], {}, [[]]])
notice(Integer[1, 50].map |$i| { $h = { 'a' => $i, 'b' => 2 }  $h['a'] + $h['b'] }[49])
notice(Integer[1, 50].map |$i| { 'text'['a'] })
