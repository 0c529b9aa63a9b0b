# spec: 004 "* (multiplication)": the product
notice(2 * 3, 2 * 1.5, -2 * 3, 1e200 * 10)
