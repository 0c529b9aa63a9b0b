# spec: 001 "Parameters": they are listed in order
notice(String[3, 1])
