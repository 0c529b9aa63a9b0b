# spec: 000 "String to String": p quotes and escapes, s does not
notice(String("a'b", '%p'), String("a\nb\t\u0001", '%p'), String('a\\b', '%p'), String('$x', '%p'), String("a'b\n", '%p'), String("\"q\"", '%p'), String("it's", '%#p'), String("x\ny", '%s'), String("x\ny", '%#s'))
