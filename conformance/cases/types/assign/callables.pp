notice(Callable > Callable[Integer], Callable[Integer] > Callable[Numeric], Callable[Numeric] > Callable[Integer], Callable[[Integer], String] > Callable[[Integer], Enum[a]])
notice(Callable[0, 0] == Callable[0, 0], Callable[Integer, 1, 2] > Callable[Integer], Callable[Callable[1]] > Callable[Callable], Callable[String, default] =~ Type)
