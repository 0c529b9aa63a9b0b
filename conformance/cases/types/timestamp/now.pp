# spec: 000 "Timestamp from seconds since epoch (1970-01-01 00:00:00 UTC)": without arguments it is now
$now = Timestamp()
notice($now =~ Timestamp, $now > Timestamp('2020-01-01'), $now < Timestamp('2200-01-01'), $now - Timestamp() < Timespan(1), Timestamp.new =~ Timestamp)
