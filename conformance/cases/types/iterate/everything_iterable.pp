notice(3.map |$x| { $x }, Integer[2, 4].map |$x| { $x }, 'åb'.map |$c| { $c }, Enum[x, y].map |$e| { $e }, { a => 1 }.map |$e| { $e }, [1].map |$x| { $x }, Integer[1, 6].step(2).map |$x| { $x })
notice([1, 2, 3].reverse_each, [3, 4].reverse_each.map |$x| { $x }, 'abc'.reverse_each.map |$c| { $c }, Integer[5, 1].map |$x| { $x })
