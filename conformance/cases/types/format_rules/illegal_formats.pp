# spec: 000 "String"
notice(String(1, '%5.2'))
