# spec: 000 "Type": a text knows the types of the language and the core resource types, no others
type Port = Integer[1, 65535]
define thing() { }
notice(Type('INTEGER'), Type('Array[Richdata]'), Type('File[a]'), Type('NOTIFY'), Type('Class[a]'), Type('Deferred') == Deferred)
notice(Type('Port'), Type('Array[Port]'), Type('Thing'), Type('Thing[a]'), Type('Error'), Type('TypeReference'))
notice(assert_type('Port', 5), assert_type('Array[PORT]', [5]))
notice(Type('Port').new('5'))
