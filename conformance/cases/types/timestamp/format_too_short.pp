# spec: 000 "Timestamp from String and patterns consisting of format directives": a format has two characters
notice(Timestamp('1', 'x'))
