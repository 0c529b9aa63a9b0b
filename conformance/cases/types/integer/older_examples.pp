# spec: 002 "Integer ([from, to])"
notice(Integer[0, default], Integer[1, default], Integer[default, 0], Integer[default, -1], Integer[default, default], Integer[5], Integer[5, 5])
notice(Integer[1,10] > Integer[2,3], Integer[1,10] == Integer[2,3], Integer[1,10] > Integer[0,5], Integer[1,10] > Integer[1,10], Integer[1,10] >= Integer[1,10], Integer[1,10] == Integer[1,10])
notice([0, 1, 5, 10, 11].map |$value| { [$value =~ Integer[1,10], $value ? { Integer[1,10] => true, default => false }, case $value { Integer[1,10]: { true } default: { false } }] })
Integer[1,5].each |$x| { notice($x) }
notice(Integer[5, 1])
