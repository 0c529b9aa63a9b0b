# spec: 000 "Timespan from days, hours, mintues, seconds, and fractions of a second": the parts are Integers
notice(Timespan(1, 2, 3, 4.5))
