# spec: 004 "Order of Operations": comparisons can not be chained of numbers
notice(1 < 2 < 3)
