# spec: 000 "Integer to String": c is a Unicode character, quoted by #
notice(String(65, '%c'), String(65, '%#c'), String(8364, '%c'), String(128512, '%c'), String(65, '%5c'), String(65, '%-5c'), String(65, '%#5c'))
notice(String(-1, '%c'))
