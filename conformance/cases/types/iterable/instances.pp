# spec: 000 "Iterable"
notice('abc' =~ Iterable[String], [1, 2] =~ Iterable[Integer], {a => 1} =~ Iterable[Tuple[String, Integer]], 3 =~ Iterable[Integer], Integer[1, 3] =~ Iterable[Integer], Enum[a, b] =~ Iterable[Enum[a, b]], [1].reverse_each =~ Iterable[Integer])
notice(Integer[1, default] =~ Iterable, 1.5 =~ Iterable, -1 =~ Iterable)
