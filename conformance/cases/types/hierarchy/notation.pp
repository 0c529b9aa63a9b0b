# spec: 000 "The Type System": an upper cased bare word and its parameters
notice(Integer, Integer[1, 10], Array[String[1]], [5, 11].map |$v| { $v =~ Integer[1, 10] })
notice(['a', 'b'] =~ Array[String[1]], ['a', ''] =~ Array[String[1]], Integer[1, 10] =~ Type)
