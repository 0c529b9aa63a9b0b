# spec: 000 "NotUndef": what is made of a type that does not accept itself does not either, but for lists of types
type N = NotUndef[Optional[Integer]]
notice(Array[N] >= Array[N], Hash[String, N] >= Hash[String, N], Type[N] >= Type[N], Variant[N, String] >= Variant[N, String])
notice(Struct[{a => N}] >= Struct[{a => N}], Iterable[N] >= Iterable[N], Optional[N] >= Optional[N], Sensitive[N] >= Sensitive[N])
notice(Tuple[N] >= Tuple[N], Tuple[N, 1, 2] >= Tuple[N, 2, 2], Callable[N] >= Callable[N])
