# spec: 000 "Type Algebra on Data": each row both ways
[Data, Numeric, String, Array[Data], Hash[String, Data], Undef, Integer, Boolean, Default, Regexp, Timespan, Type, Callable, Hash[Integer, Data]].each |$t| { notice($t, ': ', type([Data, $t], 'generalized'), ' ', type([$t, Data], 'generalized')) }
