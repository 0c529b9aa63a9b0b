# spec: 000 "Integer"
notice(Integer[3], 3 =~ Integer[3], 4 =~ Integer[3], 2 =~ Integer[3])
