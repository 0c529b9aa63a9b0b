# spec: 000 "Variant"
notice(type([Variant[Integer, String], Variant[String, Regexp]], 'reduced'), type([Variant[Integer, String], Regexp], 'reduced'), type([Variant[Integer, String], Integer], 'reduced'))
