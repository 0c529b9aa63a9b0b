# spec: 000 "Timespan": the examples; 13:20 is none of the default formats
notice(Timespan(13.5), Timespan({days=>4}), Timespan(4, 0, 0, 2))
notice(Timespan('10:03.5', '%M:%S.%L'), Timespan('10:03.5', '%M:%S.%N'))
notice(Timespan('13:20'))
