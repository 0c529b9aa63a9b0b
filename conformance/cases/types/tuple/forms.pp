# spec: 000 "Tuple Type"
notice(Tuple[String, Integer], Tuple[String, Integer, 1], Tuple[String, Integer, 1, 3], Tuple[String, 5, 5], Tuple[String, 5, 10], Tuple[String, String, Integer, 1, 3], Tuple[String, 0, 1], Tuple[String, 1, default])
