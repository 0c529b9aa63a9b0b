# spec: 000 "Timespan"
notice(Timespan(13), Timespan(13.5), Timespan(-1.5))
