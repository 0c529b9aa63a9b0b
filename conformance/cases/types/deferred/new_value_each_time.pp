# spec: 000 "Deferred Type": each call gives a new value
$x = Deferred('new', [Timestamp])
$y = $x.call
$z = $x.call
notice($y =~ Timestamp, $z =~ Timestamp, $y < $z, $y == $z, Timestamp() < Timestamp())
