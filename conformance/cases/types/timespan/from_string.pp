# spec: 000 "Timespan"
notice(Timespan('1-02:03:04.5'), Timespan('13:20.0'), Timespan('03:04.5'), Timespan('1-02:03'), Timespan('7'))
notice(Timespan('13:20'))
