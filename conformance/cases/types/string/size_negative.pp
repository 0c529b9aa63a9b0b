# spec: 000 "String": a size is not negative
notice(String[-1])
