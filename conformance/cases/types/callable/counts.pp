# spec: 000 "Callable"
notice(Callable[Integer, 1, 3] <= Callable[Integer, 1, 3], Callable[0, 0], Callable[Integer, 0, default] <= Callable[Integer], Callable[2, 2])
notice(Callable == Callable[0, default], Callable[0, default])
