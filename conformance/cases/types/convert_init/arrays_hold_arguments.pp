# spec: 000 "Init"
notice(Init[Integer].new(['0xff', 16]), Init[Integer].new('7'), Init[Array[Integer]].new([[1, 2]]), Init[Hash].new(['a', 1]))
notice(Init[String].new(['a', '%p']))
notice(Init[Integer].new([]))
