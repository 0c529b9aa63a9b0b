# spec: 000 "Default value to String": each letter
['d', 'D', 's', 'p'].each |$l| { notice($l, ': ', ['', '#', '12', '-12', '.2'].map |$f| { String(default, "%${f}${l}") }) }
notice(String(default, '%x'))
