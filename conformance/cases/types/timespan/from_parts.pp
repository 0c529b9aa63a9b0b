# spec: 000 "Timespan"
notice(Timespan(4, 0, 0, 2), Timespan(1, 25, 61, 61), Timespan(0, -1, 0, 0))
notice(Timespan(1, 2, 3, 4, 5, 6, 7))
