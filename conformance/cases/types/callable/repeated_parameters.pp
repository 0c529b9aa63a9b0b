# spec: 000 "Callable": parameters are asked as those of Tuples, a type that repeats once
notice(Callable[Integer, 1] >= Callable[Integer, String, 0, default], Callable[Integer, Integer] >= Callable[Integer, String, 0, default])
notice(Callable[Integer, 2, 2] >= Callable[Numeric, String], Callable[Integer, 0, 0] >= Callable[String, 0, default], Callable[0, 0] >= Callable[String, 0, default])
notice(Tuple[Integer, String, 0, default] >= Tuple[Integer, 2, 2], Tuple[Integer, String, 0, default] >= Tuple[Integer, Integer])
