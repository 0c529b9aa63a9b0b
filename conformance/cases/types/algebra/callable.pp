# spec: 000 "Callable"
notice(type([Callable, Callable], 'reduced'), type([Callable[String], Callable[Scalar]], 'reduced'), type([Callable[String], Callable[Numeric]], 'reduced'), type([Callable[String], Integer], 'reduced'))
