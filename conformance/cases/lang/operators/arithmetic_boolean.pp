# spec: 004 "Arithmetic Operators": strings in weaker strictness
notice(true + 1)
