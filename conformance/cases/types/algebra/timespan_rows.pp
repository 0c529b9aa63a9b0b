# spec: 000 "Type Algebra on Timespan": each row both ways
[Timespan, Numeric, Integer, Float, String, Regexp, Timestamp, Array, Undef, Default].each |$t| { notice($t, ': ', type([Timespan, $t], 'generalized'), ' ', type([$t, Timespan], 'generalized')) }
notice([type([Timespan[1, 2], Timespan[5, 6]], 'reduced'), type([Timespan[5, 6], Timespan[1, 2]], 'reduced'), type([Timespan(1), Timespan(7)], 'reduced'), type([Timespan[1], Timespan[0, 2]], 'reduced')])
