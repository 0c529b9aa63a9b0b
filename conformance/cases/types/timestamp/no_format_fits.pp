# spec: 000 "Timestamp from String and patterns consisting of format directives": a text that no default format fits
notice(Timestamp('yesterday'))
