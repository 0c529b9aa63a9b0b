# spec: 000 "Type Algebra on Timestamp": each row both ways
[Timestamp, Numeric, Integer, Float, String, Regexp, Timespan, Array, Undef, Default].each |$t| { notice($t, ': ', type([Timestamp, $t], 'generalized'), ' ', type([$t, Timestamp], 'generalized')) }
notice([type([Timestamp[1, 2], Timestamp[5, 6]], 'reduced'), type([Timestamp[5, 6], Timestamp[1, 2]], 'reduced'), type([Timestamp(1), Timestamp(7)], 'reduced'), type([Timestamp[1], Timestamp[0, 2]], 'reduced')])
