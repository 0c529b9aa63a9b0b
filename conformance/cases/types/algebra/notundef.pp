# spec: 000 "NotUndef"
notice(type([NotUndef[Integer], Integer], 'reduced'))
notice(type([NotUndef[Integer], Undef], 'reduced'), type([NotUndef[Data], Undef], 'reduced'))
notice(type([NotUndef[Data], NotUndef[Regexp]], 'reduced'), type([NotUndef[Integer], NotUndef[Float]], 'reduced'), type([NotUndef, NotUndef], 'reduced'))
notice(NotUndef, NotUndef == NotUndef[Any], NotUndef['a'], NotUndef[Optional[Integer]], NotUndef[Integer], NotUndef[Undef], 'a' =~ NotUndef['a'], 'b' =~ NotUndef['a'], undef =~ NotUndef[Data], 1 =~ NotUndef[Data])
