# spec: 000 "Timespan"
notice(Timespan[1, 2], Timespan(1.5) =~ Timespan[1, 2], Timespan(3) =~ Timespan[1, 2])
notice(type([Timespan, Timespan], 'reduced'), type([Timespan, Integer], 'reduced'), type([Timespan, String], 'reduced'), type([Timespan, Array], 'reduced'))
