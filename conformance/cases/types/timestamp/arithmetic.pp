$t = Timestamp('2024-01-31T12:00:00 UTC')
notice($t, $t + 86400, $t - Timespan(60), $t - Timestamp('2024-01-01'), $t > Timestamp(0), Timestamp(1.5), Timestamp('2024-02-30T00:00:00', '%Y-%m-%dT%H:%M:%S') =~ Timestamp)
