# spec: 000 "Undef"
notice(type([undef, undef], 'reduced'), type([undef, 1], 'reduced'), type([Undef, Integer], 'reduced'))
