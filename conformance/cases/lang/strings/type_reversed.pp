# spec: 001 "Parameters": the lengths are in order
notice(String[8, 6])
