# spec: 004 "< (less than)": both operands are of one type
notice(1 < 'b')
