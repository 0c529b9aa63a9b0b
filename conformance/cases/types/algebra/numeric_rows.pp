# spec: 000 "Type Algebra on Numeric": each row both ways
[Numeric, Integer, Float, Integer[1, 2], String, Boolean, ScalarData, Regexp, Timespan, Scalar, Array, Undef, Default, Data, Any].each |$t| { notice($t, ': ', type([Numeric, $t], 'generalized'), ' ', type([$t, Numeric], 'generalized')) }
