# spec: 000 "Scalar"
notice(type([Scalar, Scalar], 'reduced'), type([Scalar, Integer], 'reduced'), type([Scalar, Array], 'reduced'), type([1, /a/], 'reduced'), type([1, 'a'], 'reduced'))
