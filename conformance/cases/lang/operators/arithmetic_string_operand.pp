# spec: 004 "Arithmetic Operators": strings are not converted in strict mode
notice('1' + 2)
