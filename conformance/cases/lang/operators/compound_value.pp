# spec: 004 "Expressions": a compound expression has one value
notice([1, 2].length + { a => 1 }['a'] * 3 == 5 and true)
