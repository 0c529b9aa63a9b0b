# spec: 000 "Type Algebra on Scalar": each row both ways
[Scalar, Integer, Float, Numeric, String, Enum[a], Pattern[/a/], Boolean, Regexp, SemVer, Timespan, Timestamp, ScalarData].each |$t| { notice($t, ': ', type([Scalar, $t], 'generalized'), ' ', type([$t, Scalar], 'generalized')) }
[SemVerRange, Array, Undef, Default, Type, Callable, File].each |$t| { notice($t, ': ', type([Scalar, $t], 'generalized'), ' ', type([$t, Scalar], 'generalized')) }
