# spec: 004 "== (equality)": strings ignore case, also inside of arrays and hashes
notice('A' == 'a', ['A'] == ['a'], { 'k' => 'V' } == { 'k' => 'v' }, { 'K' => 1 } == { 'k' => 1 }, [[1, 'X']] == [[1.0, 'x']])
