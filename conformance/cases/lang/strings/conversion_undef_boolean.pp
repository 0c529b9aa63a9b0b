# spec: 001 "Conversion of interpolated values": undef is empty, booleans are words
$u = undef
$t = true
notice("[${u}] [${$t}] [${!$t}] [${[default][0]}]")
