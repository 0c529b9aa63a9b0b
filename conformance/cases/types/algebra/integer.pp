# spec: 000 "Integer"
notice(type([Integer, Integer], 'reduced'), type([Integer, Float], 'reduced'), type([Integer, Numeric], 'reduced'), type([Integer, String], 'reduced'), type([Integer, Array], 'reduced'), type([Integer[1,2], Integer[5,6]], 'reduced'))
