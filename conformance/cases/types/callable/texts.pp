# spec: 000 "Callable"
notice(Callable, Callable[0, 0], Callable[Integer], Callable[Integer, 1, 2], Callable[Integer, 0, default], Callable[2, 2], Callable[Integer, Callable[String]], Callable[[Integer, 2, 2], Float])
