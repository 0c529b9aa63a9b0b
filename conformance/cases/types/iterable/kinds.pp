# spec: 000 "Iterable"
notice(['abc' =~ Iterable[String], 'abc' =~ Iterable[String[1, 1]], 'abc' =~ Iterable[Integer], '' =~ Iterable])
notice([[1, a] =~ Iterable, [1, 2] =~ Iterable[Integer], [1, a] =~ Iterable[Integer], [1, a] =~ Iterable[ScalarData], [] =~ Iterable[Integer]])
notice([{a => 1} =~ Iterable[Tuple[String, Integer]], {a => 1} =~ Iterable[Tuple[Integer, Integer]], {a => 1} =~ Iterable[Array], {} =~ Iterable])
notice([3 =~ Iterable[Integer[0, 2]], 3 =~ Iterable[Integer[0, 1]], 3 =~ Iterable[Integer], 0 =~ Iterable, -3 =~ Iterable, Integer <= Iterable, Integer[3, 3] <= Iterable[Integer]])
notice([Integer[1, 3] =~ Iterable[Integer[1, 3]], Integer[1, 3] =~ Iterable[Integer[2, 3]], Integer[1, default] =~ Iterable, Integer[default, 1] =~ Iterable, Integer =~ Iterable, Type[Integer[1, 3]] <= Iterable[Integer]])
notice([Enum[a, b] =~ Iterable[Enum[a, b]], Enum[a, b] =~ Iterable[Enum[a]], Enum[a, b] =~ Iterable[String], Type[Enum[a]] <= Iterable[Enum[a]], Enum =~ Iterable])
notice([[1, 2].reverse_each =~ Iterable[Integer], [1, 2].reverse_each =~ Iterable[String], [1, 2].step(2) =~ Iterator[Integer], [1, 2] =~ Iterator, Iterator[Integer] <= Iterable[Integer], Iterator <= Iterable])
notice([1.5, undef, true, default, /a/, String, Timespan(1), SemVer('1.0.0'), Sensitive([1])].map |$v| { $v =~ Iterable })
