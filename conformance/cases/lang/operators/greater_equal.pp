# spec: 004 ">= (greater than or equal to)": bigger or equal; of types: the same or a superset
notice(1 >= 1, 1 >= 2, 'a' >= 'A', Integer >= Integer, Numeric >= Integer, Integer >= Numeric)
