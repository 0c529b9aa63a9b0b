# spec: 004 "< (less than)": a type and a value do not compare
notice(Integer < 1)
