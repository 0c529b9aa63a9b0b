# spec: 000 "Integer": a literal default is the bound that is not given
notice(Integer[default], Integer[default] == Integer, Integer[1, default] == Integer[1], Integer[default, 1], Integer[1, default])
notice([-1, 0, 1].map |$v| { [$v =~ Integer[0, default], $v =~ Integer[1, default], $v =~ Integer[default, 0], $v =~ Integer[default, -1]] })
