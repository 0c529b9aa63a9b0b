# spec: 000 "Recursive Types"
type IntegerTree = Array[Variant[Integer, IntegerTree]]
notice([1, [2, [3]]] =~ IntegerTree, [1, ['a']] =~ IntegerTree, [] =~ IntegerTree)
