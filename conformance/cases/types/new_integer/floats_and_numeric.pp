notice(Float('1.5'), Float('0x10'), Float(3), Float(true), Float('1e-3'), Float('-2.5', true), Numeric('1.0'), Numeric('7'), Numeric(true), Numeric('-7.5'), Float(Timespan(1)), Numeric(Timestamp(2.5)))
notice(Float('abc'))
