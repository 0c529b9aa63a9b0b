# spec: 000 "Type Algebra on Float": each row both ways
[Float, Integer, Numeric, String, Boolean, Regexp, Timespan, Array, Undef, Default].each |$t| { notice($t, ': ', type([Float, $t], 'generalized'), ' ', type([$t, Float], 'generalized')) }
notice([type([Float[1, 2], Float[5, 6]], 'reduced'), type([Float[5.5, 6], Float[1, 2]], 'reduced'), type([1.5, -2.5, 0.0], 'reduced'), type([Float[1], Float[0, 2]], 'reduced')])
