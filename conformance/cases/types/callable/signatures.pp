# spec: 000 "Callable"
notice(Callable, Callable[0, default], Callable[0, 0], Callable[Integer], Callable[Integer, String], Callable[Integer, String, 1], Callable[Integer, String, 1, 2], Callable[Integer, String, 1, 5], Callable[Integer, 0, default], Callable[2, 2])
notice(Callable[Integer, Callable], Callable[Integer, 1, 2, Callable[String]], Callable[Integer, Optional[Callable]], Callable[0, 0, Callable], Callable[[Integer, 2, 2], Float], Callable[[], Float], Callable[[Integer], Any], Callable[[Integer, Callable[String]], Float])
notice(Callable[2, 2] == Callable[Any, Any], Callable[2, 2] <= Callable[Integer, String], Callable[2, 2] <= Callable[Integer], Callable == Callable[0, default], Callable <= Callable[0, default], Callable[0, default] <= Callable)
