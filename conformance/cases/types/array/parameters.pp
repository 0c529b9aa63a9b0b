# spec: 000 "Array"
notice(Array, Array[Any], Array[Integer, 1], Array[Integer, 1, 2], Array[0, 0])
notice([] =~ Array[Integer], [] =~ Array[Integer, 1], [1, 2] =~ Array[Integer, 1, 2], [1, 2, 3] =~ Array[Integer, 1, 2], ['a'] =~ Array[Integer], [] =~ Array[0, 0])
