# spec: 004 "in": a type on the left
notice(Integer[100, 199] in [1, 2, 125], Integer[100, 199] in [1, 2, 25], String in 'abc', String in { 'a' => 1 }, Integer in { 'a' => 1 })
