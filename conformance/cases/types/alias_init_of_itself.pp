# spec: 000 "Type Aliases" - Init of the alias itself takes everything
type A = Init[A]
notice(1 =~ A, 'x' =~ A, [default] =~ A)
type L = Array[Init[L]]
notice([1] =~ L, 1 =~ L)
