# spec: 000 "ScalarData"
notice([1, 1.5, 'a', true].all |$v| { $v =~ ScalarData }, [undef, default, /a/, [], Timespan(1)].any |$v| { $v =~ ScalarData })
notice(ScalarData == Variant[Integer, Float, String, Boolean], Variant[Integer, Float, String, Boolean] <= ScalarData)
