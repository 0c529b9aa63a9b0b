# spec: 000 "NotUndef": one of a type that accepts undef does not accept itself
notice(NotUndef[Optional[Integer]] <= NotUndef[Optional[Integer]], NotUndef[Data] >= NotUndef[Data], NotUndef[Undef] <= NotUndef[Undef])
notice(NotUndef[Integer] <= NotUndef[Integer], NotUndef[Any] <= NotUndef[Any], NotUndef <= NotUndef, NotUndef[Optional[Integer]] == NotUndef[Optional[Integer]])
