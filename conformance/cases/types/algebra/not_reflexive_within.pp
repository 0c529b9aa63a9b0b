# spec: 000 "NotUndef": what is made of a type that does not accept itself does not either, but lists of types and aliases do
$n = NotUndef[Optional[Integer]]
notice(Array[$n] >= Array[$n], Hash[String, $n] >= Hash[String, $n], Type[$n] >= Type[$n], Variant[$n, String] >= Variant[$n, String])
notice(Struct[{a => $n}] >= Struct[{a => $n}], Iterable[$n] >= Iterable[$n], Optional[$n] >= Optional[$n], Sensitive[$n] >= Sensitive[$n])
notice(Tuple[$n] >= Tuple[$n], Tuple[$n, 1, 2] >= Tuple[$n, 2, 2], Callable[$n] >= Callable[$n])
type N = NotUndef[Optional[Integer]]
notice(N >= N, Array[N] >= Array[N], Tuple[N, 1, 2] >= Tuple[N, 2, 2])
