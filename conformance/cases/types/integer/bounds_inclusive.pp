# spec: 000 "Integer": both bounds belong to the range
notice([0, 1, 5, 10, 11].map |$v| { $v =~ Integer[1, 10] }, Integer[3, 3], 3 =~ Integer[3, 3], 3.0 =~ Integer[1, 10], '3' =~ Integer[1, 10])
