# spec: 004 "Comparison Operators": only strings, numbers and types have an order
notice(true < false)
