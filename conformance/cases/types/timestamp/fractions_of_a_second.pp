# spec: 000 "Timestamp from seconds since epoch (1970-01-01 00:00:00 UTC)"
notice(Timestamp(1.25), Timestamp(-0.25), Timestamp(1.0e9), Timestamp(1473150899.5))
notice(Timestamp(true))
