# spec: 000 "Callable"
notice(type([Callable, Callable], 'reduced'))
notice(type([Callable, Integer], 'reduced'), type([Callable[String], Integer], 'reduced'), type([Callable[String], Data], 'reduced'))
notice(type([Callable[String], Callable[String]], 'reduced'))
notice(type([Callable[String], Callable[Scalar]], 'reduced'))
notice(type([Callable[Scalar], Callable[String]], 'reduced'))
notice(type([Callable[String], Callable[Numeric]], 'reduced'), type([Callable[Array], Callable[Integer]], 'reduced'))
notice(type([Callable[String, Callable[String]], Callable[Scalar, Callable[Scalar]]], 'reduced'))
notice(type([Callable[Integer, 1, 2], Callable[Integer, 2, 3]], 'reduced'), type([Callable[[Integer], Integer], Callable[[Integer], Float]], 'reduced'), type([Callable[0, 0], Callable], 'reduced'))
