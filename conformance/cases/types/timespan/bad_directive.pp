# spec: 000 "Timespan"
notice(Timespan(1).strftime('%Y'))
