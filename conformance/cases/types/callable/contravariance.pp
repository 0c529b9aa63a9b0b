# spec: 000 "Callable"
notice(Callable[Numeric] <= Callable[Integer], Callable[Integer] <= Callable[Numeric], Callable[Any] <= Callable[Integer], Callable[Integer] <= Callable[Any], Callable[[Integer], Integer] <= Callable[[Integer], Numeric])
