# spec: 000 "Type Algebra on String": each row both ways
[String, Enum[x], Enum[y], Pattern[/x/], Integer, Boolean, Regexp, Timespan, Array, Undef, Default].each |$t| { notice($t, ': ', type([String, $t], 'generalized'), ' ', type([$t, String], 'generalized')) }
notice(type(['x', 'x'], 'reduced'), type(['x', 'y'], 'reduced'), type(['x', 'y'], 'reduced') == type(['y', 'x'], 'reduced'), type(['x', Enum[x]], 'reduced'), type([type('x'), Enum[x]], 'reduced'), type([type('x'), type('y')], 'reduced'), type([String[1, 2], String[4, 5]], 'reduced'))
