# spec: 001 "Parameters": there are two parameters
notice(String[1, 2, 3])
