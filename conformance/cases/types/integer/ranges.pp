# spec: 000 "Integer"
notice(Integer[0, default], Integer[default, 0], Integer[1], Integer[1, 10], Integer[default, default])
notice(5 =~ Integer[1, 10], 0 =~ Integer[1, 10], 1 =~ Integer[1], 2 =~ Integer[1, 1], -1 =~ Integer[default, -1])
