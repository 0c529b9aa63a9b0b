# spec: 000 "Numeric"
notice(type([Numeric, Integer], 'reduced'), type([Numeric, String], 'reduced'), type([Numeric, Regexp], 'reduced'), type([Numeric, Array], 'reduced'), type([1, 1.5], 'reduced'))
