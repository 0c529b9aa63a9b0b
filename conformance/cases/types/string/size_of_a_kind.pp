# spec: 000 "String": a size is an Integer or an Integer range
notice(String['1'])
