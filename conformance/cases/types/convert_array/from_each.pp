# spec: 000 "Array"
notice(Array({a => 1}), Array({}), Array([1]), Array('ab'), Array(3), Array(Integer[1, 3]), Array([1, 2].reverse_each))
notice(Array(1.5))
