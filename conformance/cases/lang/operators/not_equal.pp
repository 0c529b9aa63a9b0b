# spec: 004 "!= (non-equality)": the opposite of ==
notice(1 != 1, 1 != '1', 'a' != 'A', [1] != [1], Integer != String)
