# spec: 000 "String"
notice(String(Integer, '%d'))
