# spec: 004 "Operands": the examples of compound operands
notice((90 < 7) and ('Solaris' == 'Solaris'), (90 < 7) or ('Solaris' in ['Linux', 'Solaris']))
