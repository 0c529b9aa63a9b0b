# spec: 000 "Integer": a range within another is less
notice(Integer[2, 3] < Integer[1, 10], Integer[1, 10] < Integer[1, 10], Integer[1, 10] <= Integer[1, 10], Integer[0, 5] < Integer[1, 10], Integer[1, 5] < Integer, Integer < Integer[1, 5])
notice(Integer[1, 10] != Integer[1, 9], Integer[1] == Integer[1, default], Integer[20, 30] > Integer[1, 10])
