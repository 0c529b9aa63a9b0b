# spec: 000 "Scalar"
notice([1, 'a', true, /a/, SemVer('1.0.0'), Timespan(1), Timestamp(1), SemVerRange('1.x')].map |$v| { $v =~ Scalar })
notice([undef, default, [], {}, Integer, Binary('YQ==')].any |$v| { $v =~ Scalar })
