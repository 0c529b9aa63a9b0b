notice([1, 2, 3, 4, 5].slice(2), { a => 1, b => 2, c => 3 }.slice(2), 'abcde'.slice(3), Integer[1, 5].slice(2))
[1, 2, 3, 4].slice(2) |$a, $b| { notice("${a}-${b}") }
[1, 2, 3].slice(2) |$p| { notice($p) }
[1, 2, 3].slice(2) |$a, $b| { notice($a, $b) }
notice([1, 2, 3, 4, 5].step(2).map |$x| { $x }, Integer[0, 10].step(4).reverse_each.map |$x| { $x })
