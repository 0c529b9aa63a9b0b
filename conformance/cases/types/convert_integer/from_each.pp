# spec: 000 "Integer": from Integer, Float, Boolean and String
notice(Integer(7), Integer(7.9), Integer(-7.9), Integer(true), Integer(false), Integer('7'), Integer(1.0e3), Integer(Timespan(3.9)), Integer(Timestamp(5)))
notice(Integer(undef))
