# spec: 000 "Timespan"
notice(Timespan(13.5), Timespan({days=>4}), Timespan(4, 0, 0, 2), Timespan('13:20'))
notice(Timespan('10:03.5', '%M:%S.%L'), Timespan('10:03.5', '%M:%S.%N'))
