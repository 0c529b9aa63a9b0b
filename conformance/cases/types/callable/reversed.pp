# spec: 000 "Type Algebra on Callable": parameters are compared the other way round
notice(Callable[Numeric] <= Callable[Integer], Callable[Numeric] <= Callable[Float], Callable[Numeric] <= Callable[Scalar], Callable[Numeric] <= Callable[Any])
notice(Callable[Any] >= Callable[Integer], Callable[Integer] >= Callable[Any], Callable[Integer] > Callable[Any], Callable > Callable[Integer], Callable[Integer] > Callable)
notice(Callable[[Integer], Integer] <= Callable[[Integer], Numeric], Callable[[Integer], Numeric] <= Callable[[Integer], Integer], Callable[[Integer], Integer] <= Callable[Integer])
notice(Callable[Integer, Callable[Numeric]] <= Callable[Integer, Callable[Integer]], Callable[Integer, Callable[Integer]] <= Callable[Integer, Callable[Numeric]], Callable[Integer] <= Callable[Integer, Callable], Callable[Integer, Callable] <= Callable[Integer], Callable[Integer, Optional[Callable]] <= Callable[Integer])
