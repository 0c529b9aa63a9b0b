# spec: 000 "Type Algebra on Integer": each row both ways
[Integer, Float, Numeric, String, Boolean, Regexp, Timespan, Timestamp, SemVer, Array, Undef, Default].each |$t| { notice($t, ': ', type([Integer, $t], 'generalized'), ' ', type([$t, Integer], 'generalized')) }
notice([type([Integer[1, 2], Integer[5, 6]], 'reduced'), type([Integer[5, 6], Integer[1, 2]], 'reduced'), type([Integer[1, 9], Integer[2, 3]], 'reduced'), type([1, 7, -3], 'reduced'), type([Integer[1], Integer[0, 5]], 'reduced')])
