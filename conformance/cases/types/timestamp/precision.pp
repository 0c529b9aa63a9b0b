# spec: 000 "Timestamp": seconds since the epoch with a precision of nanoseconds
notice(Timestamp(0), Timestamp(0.000000001), Timestamp(1.5), Timestamp(-1.5), Timestamp(1473150899.123456789) == Timestamp(1473150899.123456), Timestamp('2016-01-01T00:00:00.000000001') == Timestamp('2016-01-01'))
notice(Timestamp('2016-01-01T00:00:00.000000001', '%FT%T.%N').strftime('%9N'))
