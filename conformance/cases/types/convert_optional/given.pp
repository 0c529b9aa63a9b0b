# spec: 000 "Optional": new of T, asserted as T or undef
notice(Optional[Integer].new('0x10', 16), Optional[Boolean].new('yes'), Optional[Array[String]].new('ab'), Optional[Timestamp].new(0))
notice(Optional[Integer[0, 5]].new('7'))
