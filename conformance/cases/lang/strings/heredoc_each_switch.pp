# spec: 001 "Enabling escape sequences": each switch with the sequences of all others
notice(@(A/n), @(B/r).length, @(C/t), @(D/s), @(E/$), @(F/u), @(G/L), @(H/rtsnu$L))
a\n\r\t\s\$\u0041\\
| A
a\n\r\t\s\$\u0041\\
| B
a\n\r\t\s\$\u0041\\
| C
a\n\r\t\s\$\u0041\\
| D
a\n\r\t\s\$\u0041\\
| E
a\n\r\t\s\$\u0041\u{1F600}\\
| F
a\n\r\t\s\$\u0041\
b
| G
a\n\t\s\$\u{41}\
| H
