# spec: 004 "== (equality)": booleans; types that match the same values
notice(true == true, true == false, Integer == Integer, Integer[0] == Integer[0, default], Variant[Integer] == Integer, Optional[Undef] == Undef)
