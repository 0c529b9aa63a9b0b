# spec: 004 "== (equality)": values of other types are not equal
notice(1 == '1', 'true' == true, undef == false, 'a' == /a/, 1 == true)
