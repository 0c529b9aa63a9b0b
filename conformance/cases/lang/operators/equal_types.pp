# spec: 004 "== (equality)": types that match the same values
notice(Integer == Integer[default, default], Optional[Integer] == Variant[Undef, Integer], String == String[0],
  Variant[Integer, String] == Variant[String, Integer], Array == Array[Any], Enum[a, b] == Enum[b, a], Integer == Float)
