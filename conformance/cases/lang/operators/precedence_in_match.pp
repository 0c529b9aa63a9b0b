# spec: 004 "Order of Operations": =~ before *
notice('a' in ['a'] =~ Boolean, 2 * 3 =~ Integer)
