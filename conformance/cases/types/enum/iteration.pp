# spec: 000 "Enum": iterating presents each value once, in order
Enum[b, c, a, b].each |$x| { notice($x) }
notice(Enum[z, a].map |$i, $x| { [$i, $x] }, Enum['B', 'a', 'A'].map |$x| { $x }, Array(Enum[b, a]), Enum[a, 'A', true].map |$x| { $x })
Enum.each |$x| { notice($x) }
