# spec: 000 "Timespan"
notice(Timespan('10:03.5', '%M:%S.%L'), Timespan('10:03.5', '%M:%S.%N'))
notice(Timespan('5', ['%H:%M', '%S']), Timespan({string => '7', format => '%H'}))
notice(Timespan('5', ['%H:%M', '%D-%H']))
