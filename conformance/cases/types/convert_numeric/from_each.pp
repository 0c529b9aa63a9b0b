# spec: 000 "Numeric": from Integer, Float, Boolean and String
notice([7, -7, 1.5, true, false, '42', '-0x1F', '0b101', '1.5e3', '-017', '1E2', '.5', ' 12'].map |$v| { [$v, try_it($v)] })
function try_it($v) { if $v =~ String and $v !~ /^[-+]?\d/ { 'not asked' } else { Numeric($v) } }
notice(Numeric(Timespan(2)), Numeric(Timestamp(2.5)))
notice(Numeric([1]))
