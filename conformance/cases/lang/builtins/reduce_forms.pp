notice([1, 2, 3].reduce |$m, $x| { $m + $x }, [1, 2].reduce(10) |$m, $x| { $m + $x }, [].reduce |$m, $x| { 1 }, [].reduce('s') |$m, $x| { 1 })
notice({ a => 1, b => 2 }.reduce |$m, $e| { ["${m[0]}${e[0]}", $m[1] + $e[1]] })
