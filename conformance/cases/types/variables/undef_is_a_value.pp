# spec: 002 "Initial Values of Variables": a variable has a value, undef may be it
$x = undef
notice($x =~ Undef, $x == undef, "[${x}]")
$x = 1
