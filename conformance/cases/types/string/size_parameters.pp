# spec: 000 "String": the least size, an Integer range, or from and to
notice(String[1], String[1, 2], String[Integer[1, 2]], String[0], String[0, 0], String[default, 3], String[1, default], String[default])
notice([0, 1, 2, 3].map |$n| { $s = 'abc'[0, $n]; [$s =~ String[1], $s =~ String[1, 2], $s =~ String[Integer[2, 3]], $s =~ String[0, 1]] })
notice(String[2, 1])
