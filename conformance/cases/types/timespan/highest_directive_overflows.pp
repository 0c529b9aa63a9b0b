# spec: 000 "Timespan"
notice(Timespan('2-03:00:00').strftime('%H:%M'), Timespan(3661).strftime('%M %S'))
