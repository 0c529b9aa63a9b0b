# spec: 000 "Optional"
notice(undef =~ Optional[Integer], 1 =~ Optional[Integer], 'a' =~ Optional[Integer], 'a' =~ Optional[a], 'b' =~ Optional[a], undef =~ Optional)
notice(type([Optional[Integer], Integer], 'reduced'), type([Optional[Integer], Undef], 'reduced'), type([Optional[Integer], Optional[String]], 'reduced'))
