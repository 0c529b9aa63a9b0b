# spec: 000 "Scalar": its subtypes
notice([Numeric, Integer, Float, String, Pattern[/a/], Enum[a], Boolean, Regexp, Timestamp, Timespan, SemVer, ScalarData].all |$t| { $t < Scalar })
notice([Undef, Default, SemVerRange, Binary, URI, Array, Type, Sensitive[String], Optional[Integer]].any |$t| { $t < Scalar })
function f(Scalar $x) { $x }
notice(f(/a/), f(Timespan(1)))
notice(f([1]))
