# spec: 000 "Timespan from days, hours, mintues, seconds, and fractions of a second": all entries are optional
notice(Timespan({days => 1, hours => 2, minutes => 3, seconds => 4, milliseconds => 5, microseconds => 6, nanoseconds => 7}), Timespan({negative => true, days => 1, hours => 2}), Timespan({negative => false, seconds => 5}), Timespan({nanoseconds => 1}), Timespan({hours => 50}), Timespan({negative => true, seconds => -5}))
notice(Timespan({seconds => '1'}))
