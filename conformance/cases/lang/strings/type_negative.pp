# spec: 001 "Parameters": the lengths are not negative
notice(String[-1])
