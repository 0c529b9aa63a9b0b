# spec: 000 "NotUndef"
notice(undef =~ NotUndef, 1 =~ NotUndef, 1 =~ NotUndef[Integer], undef =~ NotUndef[Optional[Integer]], 'a' =~ NotUndef[a], NotUndef == NotUndef[Any])
notice(type([NotUndef[Integer], Integer], 'reduced'), type([NotUndef[Integer], Undef], 'reduced'), type([NotUndef[Integer], NotUndef[String]], 'reduced'))
