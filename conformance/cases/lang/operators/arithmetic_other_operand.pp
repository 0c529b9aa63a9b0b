# spec: 004 "Arithmetic Operators": other operands fail
notice(1 + true)
