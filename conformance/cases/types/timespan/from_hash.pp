# spec: 000 "Timespan"
notice(Timespan({days => 4}), Timespan({hours => 1, negative => true}), Timespan({}))
notice(Timespan({days => 1, weeks => 1}))
