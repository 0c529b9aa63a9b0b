# spec: 004 "Order of Operations": - before *
notice(-2 * 3, 2 * -3, - 2 + 5, -(2 + 5), 2 - -3, !true == false, -[1, 2][0])
