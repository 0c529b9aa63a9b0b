# spec: 003 "slice": the last of several Integers begins a slice of its own when all would fit into one
notice(Array(Integer[1, 4].slice(4)), Array(Integer[1, 4].slice(9)), Array(Integer[1, 4].slice(3)))
notice(Array(2.slice(2)), Array(1.slice(5)), Array(0.slice(2)), Array(5.slice(2)))
notice(Array(Integer[1, 6].step(2).slice(3)), Array(Integer[1, 3].reverse_each.slice(3)))
notice(Array([1, 2, 3].slice(3)), Array('abc'.slice(3)), Array([1, 2, 3].reverse_each.slice(3)))
Integer[1, 4].slice(4) |$a, $b, $c, $d| { notice($a, $b, $c, $d) }
3.slice(3) |$all| { notice($all) }
