# spec: 004 "Order of Operations": equality before comparison
notice(1 < 2 == true)
