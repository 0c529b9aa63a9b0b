# spec: 000 "Tuple Type"
notice(['a', 1] =~ Tuple[String, Integer], ['a', 1,2,3] =~ Tuple[String, Integer, 1], ['a', 1,2,3] =~ Tuple[String, Integer, 0], ['a', 1,2,3] =~ Tuple[String, Integer, 0,2], ['a', 1,2,3] =~ Tuple[String, Integer, 4], ['a', 1,2,3] =~ Tuple[String, Integer, 5])
