# spec: 004 "Order of Operations": in before =~ before *
notice('a' in ['a'] =~ Boolean, 'a' in ('ab' =~ /a/))
notice(2 * 3 =~ Integer)
