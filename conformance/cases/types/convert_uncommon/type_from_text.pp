# spec: 000 "Type"
notice(Type.new('Integer[1, 2]'), ' ', Type('Array[String]'), ' ', Type('File["a"]'))
notice(Type.new('1.2.3'))
