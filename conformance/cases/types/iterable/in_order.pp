# spec: 000 "Iterable": what is produced, in order
['abc', [3, 1, 2], {b => 1, a => 2}, 4, 0, Integer[2, 5], Enum[c, a, b], [1, 2].reverse_each].each |$v| { notice($v.map |$x| { $x }) }
notice({b => 1, a => 2}.map |$e| { $e[0] }, {b => 1, a => 2}.map |$k, $v| { "${k}${v}" }, 'å€'.map |$c| { $c })
Integer[1, default].each |$x| { notice($x) }
