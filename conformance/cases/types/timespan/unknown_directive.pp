notice(Timespan(1).strftime('%H:%s'))
