# spec: 000 "Iterable"
notice('abc'.map |$x| { $x }, [1, 'b'].map |$x| { $x }, {a => 1}.map |$x| { $x }, 3.map |$x| { $x }, Integer[2, 4].map |$x| { $x }, Enum[b, a].map |$x| { $x }, [3, 4].reverse_each.map |$x| { $x })
