notice(Array[1, 2], Array[Integer, 2], Array[Integer, default, 3], Array[Integer, 1, default], Tuple[Integer], Hash[1, 2], Hash[Integer, String, 1])
notice(Array[3, 1])
