# spec: 000 "Float"
notice(type([Float, Float], 'reduced'), type([Float, Integer], 'reduced'), type([Float, Numeric], 'reduced'), type([Float, String], 'reduced'), type([Float, Array], 'reduced'), type([Float[1,2], Float[5,6]], 'reduced'))
