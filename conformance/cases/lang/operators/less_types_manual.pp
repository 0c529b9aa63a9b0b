# spec: 004 "< (less than)": subsets of types
notice(Integer[1, 2] < Integer, Integer < Integer, Integer < Numeric, Enum[a] < String, String < Enum[a], Array[Integer] < Array)
notice(Integer <= Integer, Integer >= Integer[1], Numeric > Float, Any > Undef, Integer > Integer, String >= Integer)
