# spec: 002 "Integer"
notice(-9223372036854775807 - 2)
