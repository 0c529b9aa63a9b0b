# spec: 001 "Strings": strings have any length
notice(''.length, 'a'.length, (Integer[1, 1000].map |$i| { 'xyz' }).join.length)
