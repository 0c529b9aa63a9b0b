notice(Timespan(1) + Timespan(2), Timespan(10) - 3, Timespan(5) * 2, Timespan(10) / 4, Timespan(10) / Timespan(4), -Timespan(5), Timespan(7) % 2, Timespan('1-00:00:00') > Timespan(3600))
notice(Timespan({ hours => 25, minutes => 61, seconds => 1, milliseconds => 500 }), Timespan(1, 2, 3, 4), Timespan(1, 2, 3, 4, 5, 6, 7), Timespan('12:30', '%H:%M'), Timespan(-90061.25), Integer(Timespan(3.9)))
