# spec: 004 "Order of Operations": << before comparison, equality before it
notice(1 << 2 == 4, 1 << 2 < 5, 3 > 1 << 1)
notice(1 < 2 == true)
