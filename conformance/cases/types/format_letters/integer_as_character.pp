# spec: 000 "Integer to String"
notice(String(65, '%c'), String(8364, '%#c'))
