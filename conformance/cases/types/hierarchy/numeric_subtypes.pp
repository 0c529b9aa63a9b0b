# spec: 000 "Numeric": its subtypes are Integer and Float
notice(Integer < Numeric, Float < Numeric, Integer[1, 2] < Numeric, Float[1.0, 2.0] < Numeric, [1, 1.5].all |$v| { $v =~ Numeric })
notice([String, Boolean, Timespan, Timestamp, Scalar].any |$t| { $t < Numeric }, ['1', true, Timespan(1)].any |$v| { $v =~ Numeric })
notice(Numeric[1, 2])
