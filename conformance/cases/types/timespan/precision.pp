# spec: 000 "Timespan": seconds with a precision of nanoseconds
notice(Timespan(0.000000001), Timespan(0, 0, 0, 0, 0, 0, 1), Timespan(0.0000000001), Timespan('0.123456789', '%S.%N'), Timespan(1.5) == Timespan(1.500000001))
