# spec: 000 "Undef to String": each letter
['s', 'p', 'n', 'd', 'x', 'X', 'o', 'b', 'B', 'e', 'E', 'f', 'g', 'G', 'a', 'A', 'v', 'V', 'u'].each |$l| { notice($l, ': ', ['', '#', '12', '-12', '.2'].map |$f| { String(undef, "%${f}${l}") }) }
