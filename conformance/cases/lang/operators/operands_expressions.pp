# spec: 004 "Operands": operands are any expressions
notice((90 < 7) and ('Solaris' == 'Solaris'))
notice((90 < 7) or ('Solaris' in ['Linux', 'Solaris']))
