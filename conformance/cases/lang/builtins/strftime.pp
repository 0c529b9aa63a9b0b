notice(strftime(Timespan('1-02:03:04'), '%D %H:%M:%S'), strftime(Timestamp('2024-02-29T10:11:12 UTC'), '%Y/%j %a %B', 'CET'))
