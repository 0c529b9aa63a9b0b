# spec: 000 "Optional"
notice(type([Optional[Integer], Integer], 'reduced'))
notice(type([Optional[Integer], Undef], 'reduced'))
notice(type([Optional[Integer], Optional[Float]], 'reduced'), type([Optional[Integer], Optional[String]], 'reduced'), type([Optional[Integer], Optional[Integer]], 'reduced'))
notice(Optional, Optional['a'], Optional[a], Optional[Optional[Integer]], Optional[Undef], Optional[Any], undef =~ Optional['a'], 'a' =~ Optional['a'], 'b' =~ Optional['a'], 1 =~ Optional, undef =~ Optional)
