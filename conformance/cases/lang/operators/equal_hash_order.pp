# spec: 004 "== (equality)": order of hashes does not count
notice({ a => 1, b => 2 } == { b => 2, a => 1 }, [1, 2] == [2, 1], {} == [], [] == [[]])
