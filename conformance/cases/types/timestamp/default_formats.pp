# spec: 000 "Timestamp from String and patterns consisting of format directives": the default formats
notice(Timestamp('2016-08-24T12:13:14.5 PDT'), Timestamp('2016-08-24T12:13:14 PDT'), Timestamp('2016-08-24 PDT'), Timestamp('2016-08-24T12:13:14.5'), Timestamp('2016-08-24T12:13:14'), Timestamp('2016-08-24'))
notice(Timestamp('2016-08-24 12:13:14'))
