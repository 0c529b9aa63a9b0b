# spec: 000 "String"
notice(['a', 'b', 'c'] =~ Array[Pattern['[a-z]']], ['a', 'b'] =~ Array[Enum[a, b, c]], ['a', 'z'] =~ Array[Enum[a, b, c]])
