# spec: 000 "Timestamp": a range by integers, floats, timestamps and texts
notice(Timestamp[1, 2], Timestamp[1.5, 2.5], Timestamp[Timestamp(1), Timestamp(2)], Timestamp['2016-01-01', '2017-01-01'], Timestamp[default, 5], Timestamp[5], Timestamp[default])
notice([0, 1, 1.5, 2, 3].map |$v| { Timestamp($v) =~ Timestamp[1, 2] }, 1 =~ Timestamp[1, 2], Timestamp[1, 2] < Timestamp[0, 5], Timestamp[1, 2] == Timestamp[1.0, 2.0])
notice(Timestamp[2, 1])
