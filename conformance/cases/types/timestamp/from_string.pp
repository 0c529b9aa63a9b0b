# spec: 000 "Timestamp"
notice(Timestamp('2016-08-24T12:13:14.5 UTC'), Timestamp('2016-08-24T12:13:14'), Timestamp('2016-08-24 PDT'), Timestamp('2016-08-24'))
notice(Timestamp('24.8.2016'))
