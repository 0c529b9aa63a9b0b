# spec: 000 "Timespan from days, hours, mintues, seconds, and fractions of a second"
notice(Timespan(1, 2, 3, 4), Timespan(1, 2, 3, 4, 5), Timespan(1, 2, 3, 4, 5, 6), Timespan(1, 2, 3, 4, 5, 6, 7), Timespan(0, 25, 61, 61, 1001, 1001, 1001), Timespan(-1, 0, 0, 0), Timespan(1, -25, 0, 0))
notice(Timespan(((((1 * 24 + 2) * 60 + 3) * 60 + 4) * 1000 + 5) / 1000.0) == Timespan(1, 2, 3, 4, 5))
notice(Timespan(1, 2, 3))
