# spec: 004 "== (equality)": numbers, strings
notice(1 == 1, 1 == 2, 'a' == 'A', 'a' == 'b', '' == undef)
