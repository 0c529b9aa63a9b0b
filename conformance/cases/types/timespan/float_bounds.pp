# spec: 000 "Timespan ([from, to])"
notice(Timespan[1.5], Timespan[1.5, 3.25], Timespan[0.05], Timespan[2.0], Timespan[-1.5, default])
notice(Timespan['0-00:00:01.5'], Timespan[Timespan(1.5)], type(Timespan(1.5)))
notice(Timespan[1.5] == Timespan['0-00:00:01.5'], Timespan(1.5) =~ Timespan[1.5])
assert_type(Timespan[2.5], Timespan(1.5)) |$e, $a| { notice($e, ' ', $a) }
