# spec: 002 "Undef"
notice(undef =~ Integer, undef =~ String, Undef <= Integer, undef =~ Optional[Integer])
