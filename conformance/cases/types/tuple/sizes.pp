# spec: 000 "Tuple Type": each form of the sizes
[Tuple[String, Integer], Tuple[String, Integer, 1], Tuple[String, Integer, 1, 3], Tuple[String, 5, 5], Tuple[String, 5, 10], Tuple[String, String, Integer, 1, 3], Tuple[String, 0, 1], Tuple[String, 1, default], Tuple[String, default, 2], Tuple[Integer, 2]].each |$type| {
  notice([[], [a], [a, 1], [a, 1, 1], [a, 1, 1, 1], [a, a], [a, a, 1], [a, a, a, a, a], [a, a, a, a, a, a], [1, 1, 1]].map |$v| { $v =~ $type })
}
notice([a, 1] =~ Tuple[String, Integer], [a, 1, 2, 3] =~ Tuple[String, Integer, 1], [a, 1, 2, 3] =~ Tuple[String, Integer, 0], [a, 1, 2, 3] =~ Tuple[String, Integer, 0, 2], [a, 1, 2, 3] =~ Tuple[String, Integer, 4], [a, 1, 2, 3] =~ Tuple[String, Integer, 5])
notice(Tuple[String] < Collection, Tuple[String, Integer] <= Collection[2, 2], Tuple[String, Integer, 1, 3] <= Collection[1, 3], Tuple[String, Integer, 1, 3] <= Collection[2, 2], Tuple[String] < Array[String], Tuple[String, Integer] <= Array[ScalarData, 2, 2])
