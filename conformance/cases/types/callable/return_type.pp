# spec: 000 "Callable": with a return type the parameters are an array
notice(Callable[[Integer, 2, 2], Float], Callable[[Integer], Any] == Callable[Integer], Callable[[], Float], Callable[[0, 0], Undef], Callable[[Integer, Callable], Float])
notice(Callable[[Integer], Integer] <= Callable[[Integer], Numeric], Callable[[Integer], Numeric] <= Callable[[Integer], Integer], Callable[Integer] <= Callable[[Integer], Integer], Callable[[Integer], Integer] <= Callable[Integer])
notice(type([Callable[[Integer], Integer], Callable[[Integer], Integer]], 'reduced'), type([Callable[[Integer], Integer], Callable[[Integer], Float]], 'reduced'))
