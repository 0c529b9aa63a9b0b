# spec: 000 "Timespan": a range by integers, floats and timespans
notice(Timespan[1, 2], Timespan[1.5, 2.5], Timespan[Timespan(1), Timespan(2)], Timespan['0-00:00:01', '0-00:00:02'], Timespan[{seconds => 1}, 2], Timespan[default, 5], Timespan[5], Timespan[default])
notice([0, 1, 1.5, 2, 3].map |$v| { Timespan($v) =~ Timespan[1, 2] }, 1 =~ Timespan[1, 2], Timespan[1, 2] < Timespan[0, 5], Timespan[1, 2] == Timespan[1.0, 2.0])
notice(Timespan[2, 1])
