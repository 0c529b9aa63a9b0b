notice(Timespan({ hours => 25, seconds => 1.5 }))
