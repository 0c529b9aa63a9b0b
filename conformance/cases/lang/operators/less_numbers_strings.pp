# spec: 004 "< (less than)": numbers and strings
notice(1 < 2, 2 < 1, 1 < 1.5, 'a' < 'b', 'a' < 'B', 'b' < 'A', 'a' < 'aa')
