# spec: 000 "Operations on Deferred values": $x() is no syntax
$x = Deferred('upcase', ['abc'])
$y = $x()
