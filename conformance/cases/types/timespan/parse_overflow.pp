# spec: 000 "Timespan": directives of a format that is parsed take large numbers
notice(Timespan('50:00', '%H:%M'), Timespan('100:00', '%M:%S'), Timespan('1000', '%S'), Timespan('1-25:00', '%D-%H:%M'))
notice(Timespan('5000', '%L'))
