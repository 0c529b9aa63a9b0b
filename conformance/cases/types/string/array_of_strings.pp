# spec: 000 "String": an array of strings is known by its strings
notice(type(['a', 'b', 'c']), type(['a', 'b', 'c'], 'reduced'), type(['a', 'b', 'c'], 'generalized'))
notice(['a', 'b', 'c'] =~ Array[Pattern['a-z']], ['a', 'b', 'c'] =~ Array[Pattern['[a-z]']], ['a', 'b', 'c'] =~ Array[Enum[a, b, c]], ['a', 'b', 'd'] =~ Array[Enum[a, b, c]])
