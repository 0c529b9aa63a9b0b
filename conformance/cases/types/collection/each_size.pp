# spec: 000 "Collection[to, from]"
notice([Collection, Collection[1, 3], Collection[3], Collection[default, 1], Collection[0, 0], Collection[Integer[1, 2]]])
notice([Collection, Collection[1, 3], Collection[3], Collection[default, 1], Collection[0, 0], Collection[Integer[1, 2]]].map |$type| { [[1, 2, 3] =~ $type, {a => 1, b => 2} =~ $type, [] =~ $type, {} =~ $type, 'abc' =~ $type] })
notice([Array, Hash, Tuple, Struct, Tuple[Integer], Struct[{a => Integer}], Array[Integer, 1, 2]].map |$type| { $type <= Collection })
