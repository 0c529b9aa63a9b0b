# spec: 004 "Order of Operations": << before comparison, equality
notice(1 << 2 == 4, 1 < 2 == true, 3 > 2 != false)
