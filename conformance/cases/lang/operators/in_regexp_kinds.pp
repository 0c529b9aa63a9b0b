# spec: 004 "in": a regular expression: text, members, keys
notice(/a/ in 'cat', /z/ in 'cat', /a/ in ['b', 'cat'], /a/ in [1, ['a']], /k/ in { 'key' => 1 }, /v/ in { 'k' => 'v' }, /1/ in [1])
