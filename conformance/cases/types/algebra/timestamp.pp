# spec: 000 "Timestamp"
notice(Timestamp(5) =~ Timestamp[1, 10], Timestamp(50) =~ Timestamp[1, 10])
notice(type([Timestamp, Timestamp], 'reduced'), type([Timestamp, Integer], 'reduced'), type([Timestamp, String], 'reduced'), type([Timestamp, Array], 'reduced'))
