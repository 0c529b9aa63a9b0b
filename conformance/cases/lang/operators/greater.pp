# spec: 004 "> (greater than)": bigger; of types: a superset
notice(2 > 1, 1 > 1, 'b' > 'A', Numeric > Integer, Integer > Numeric, Any > Any)
