# spec: 004 "Order of Operations": ! - * before in before =~
notice(!'a' in [false, 'a'], !('a' in [false, 'a']), !'a' =~ Data, !('a' =~ Data))
notice(-1 in [-1], -2 + 3, - 2 * 3, !false == true)
notice(*'a' in [['a']], 'a' in ['a'] =~ Boolean)
