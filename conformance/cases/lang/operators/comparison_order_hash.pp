# spec: 004 "Comparison Operators": no order of hashes
notice({ a => 1 } <= { a => 1 })
