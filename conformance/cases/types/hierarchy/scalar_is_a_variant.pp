# spec: 000 "Puppet Types": what Scalar, ScalarData, Data and RichData stand for
notice(Scalar == Variant[ScalarData, Regexp, SemVer, Timespan, Timestamp], Scalar >= Variant[ScalarData, Regexp, SemVer, Timespan, Timestamp])
notice(ScalarData == Variant[Integer, Float, String, Boolean], ScalarData >= Variant[Integer, Float, String, Boolean])
notice(Data == Variant[Undef, ScalarData, Array[Data], Hash[String, Data]], Data >= Variant[Undef, ScalarData, Array[Data], Hash[String, Data]], Data <= Variant[Undef, ScalarData, Array[Data], Hash[String, Data]])
notice(RichData >= Variant[Default, Object, Scalar, SemVerRange, Type, Undef, Array[RichData], Hash[RichData, RichData]])
notice(Numeric == Variant[Integer, Float], Numeric >= Variant[Integer, Float], Numeric <= Variant[Integer, Float])
notice(Scalar, ScalarData, Data, RichData, Numeric)
