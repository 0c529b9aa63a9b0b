# spec: 000 "Integer"
notice(Integer("0xFF", 16), Numeric("010"), Integer("010", 10), Integer(true))
Integer("0x10", 10)
