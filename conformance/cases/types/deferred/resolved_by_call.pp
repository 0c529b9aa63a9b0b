# spec: 000 "Operations on Deferred values": a Deferred is resolved by calling it
$x = Deferred('upcase', ['abc'])
notice($x.call(), $x.call, Deferred('join', [['a', Deferred('upcase', ['b'])], '-']).call, Deferred('new', [Integer, '42']).call)
notice(Deferred('new', [Timestamp]).call =~ Timestamp, Deferred('unknown_function').name)
notice(Deferred('unknown_function').call)
