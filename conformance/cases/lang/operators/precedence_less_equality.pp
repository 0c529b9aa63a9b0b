# spec: 004 "Order of Operations": comparison of a comparison
notice(true == 1 < 2)
