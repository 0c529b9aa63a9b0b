# spec: 000 "Timespan from seconds"
notice(Timespan(13), Timespan(13.5), Timespan(-13.5), Timespan(0.25), Timespan(86400), Timespan(3661.001))
notice(Timespan(true))
