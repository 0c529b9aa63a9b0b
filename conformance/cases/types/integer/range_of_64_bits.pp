# spec: 000 "Integer": from MIN INTEGER to MAX INTEGER
notice(Integer[-9223372036854775807, 9223372036854775807] == Integer, Integer[default, default], -9223372036854775807 =~ Integer[default, 0], 9223372036854775807 =~ Integer[0])
notice(Integer[default, 9223372036854775807], Integer[-9223372036854775807, 0], Integer[default, 5] < Integer, Integer[5, default] < Integer)
