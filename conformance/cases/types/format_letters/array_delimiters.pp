# spec: 000 "Array & Tuple to String": a, s and p with each delimiter
['a', 's', 'p'].each |$l| { notice($l, ': ', ['', '[', '(', '{', '<', '|', ' '].map |$f| { String([1, 'b', [2]], "%${f}${l}") }) }
notice(String([1], '%h'))
