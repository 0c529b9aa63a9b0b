# spec: 000 "Boolean to String": each letter
['t', 'T', 'y', 'Y', 'd', 'x', 'X', 'o', 'b', 'B', 'e', 'E', 'f', 'g', 'G', 'a', 'A', 's', 'p'].each |$l| { notice($l, ': ', ['', '#', '8', '-8', '.1'].map |$f| { [String(true, "%${f}${l}"), String(false, "%${f}${l}")] }) }
