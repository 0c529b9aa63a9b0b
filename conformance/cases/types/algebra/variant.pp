# spec: 000 "Variant"
notice(type([Variant, Variant], 'reduced'))
notice(type([Variant[Integer, String], Variant[String, Regexp]], 'reduced'), type([Variant[Integer, String], Variant[Integer, String]], 'reduced'))
notice(type([Variant[Integer, String], Regexp], 'reduced'), type([Variant[Integer, String], Integer], 'reduced'))
notice(Variant[Optional[Integer]] == Variant[Integer, Undef], Variant[Integer, Undef] == Optional[Variant[Integer]], Optional[Variant[Integer]] == Optional[Integer], Variant[Optional[Integer]] == Optional[Integer])
notice(Variant[Integer, Undef] >= Optional[Integer], Optional[Integer] >= Variant[Integer, Undef], Variant[Integer], Variant[Integer, Integer], Variant[Variant[Integer, String], Float], Variant)
