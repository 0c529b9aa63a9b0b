# spec: 000 "Operations on Deferred values"
$x = Deferred('new', [Timestamp])
notice($x =~ Deferred, $x.name, $x.arguments, $x == Deferred('new', [Timestamp]), $x == Deferred('new'))
