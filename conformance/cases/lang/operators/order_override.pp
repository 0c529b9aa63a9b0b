# spec: 004 "Order of Operations": parentheses override the order
notice( (7+8)*2, 7+8*2 )
