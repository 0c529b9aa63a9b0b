# spec: 001 "Strings": they interpolate, escape, and give substrings
$v = 'value'
notice("a ${v}\tb", "a ${v}"[2, 3])
