# spec: 004 "Order of Operations": ! - * before in before =~
notice(!true in [false], -1 in [-1], !'a' =~ String)
notice(-2 + 3, - 2 * 3, !false == true)
