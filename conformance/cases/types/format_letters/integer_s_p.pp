# spec: 000 "Integer to String": s is d, quoted by #; p is d; without a format d
notice(String(42, '%s'), String(42, '%#s'), String(42, '%p'), String(42, '%#p'), String(42, '%6s'), String(42, '%-6s'), String(42, '%06s'), String(42, '%6p'), String(42, '%.1s'), String(42), String(-42, '%#s'))
notice(String(42, '%z'))
