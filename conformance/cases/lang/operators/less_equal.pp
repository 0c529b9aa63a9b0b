# spec: 004 "<= (less than or equal to)": smaller or equal; of types: the same or a subset
notice(1 <= 1, 1.0 <= 1, 2 <= 1, 'A' <= 'a', Integer <= Integer, Integer <= Numeric, Numeric <= Integer)
