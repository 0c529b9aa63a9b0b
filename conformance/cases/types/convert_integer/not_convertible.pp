# spec: 000 "Integer"
notice(Integer([1]))
