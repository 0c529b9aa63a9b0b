# spec: 000 "Timespan from String and format directive patterns": the default formats
notice(Timespan('1-02:03:04.5'), Timespan('02:03:04.5'), Timespan('03:04.5'), Timespan('04.5'), Timespan('1-02:03:04'), Timespan('02:03:04'), Timespan('1-02:03'), Timespan('04'), Timespan('-04'))
notice(Timespan('13:20'))
