# spec: 004 "in": a member, ignoring case
notice('eat' in ['eat', 'ate'], 'Eat' in ['eat'], 'ea' in ['eat'], 'a' in [['a']], 1 in [1.0])
