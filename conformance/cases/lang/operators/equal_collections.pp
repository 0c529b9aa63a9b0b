# spec: 004 "== (equality)": arrays and hashes are identical
notice([1, 'a'] == [1, 'A'], [1] == [1, 2], {a => 1, b => 2} == {b => 2, a => 1}, {a => 'x'} == {'A' => 'X'}, [] == {})
