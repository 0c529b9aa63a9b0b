# spec: 000 "Timespan"
notice(Timespan('13:20'), Timespan('1-02:03:04.5'), Timespan('03:04.5'), Timespan('7'))
notice(Timespan('x'))
