# spec: 000 "Type"
notice(type([Type, Type], 'reduced'))
notice(type([Type, Type[Integer]], 'reduced'), type([Type, Integer], 'reduced'))
notice(type([Type[Integer], Type[Integer]], 'reduced'), type([Integer, Integer], 'reduced'), type([Type[Integer], Type[Float]], 'reduced'))
notice(type([Integer, 1], 'reduced'), type([Type, Integer, 1], 'reduced'), type([Type[Integer], Callable], 'reduced'), type([Type, undef], 'reduced'))
