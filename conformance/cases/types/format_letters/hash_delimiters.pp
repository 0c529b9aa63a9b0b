# spec: 000 "Hash & Struct to String": h, s, p and a with each delimiter
['h', 's', 'p', 'a'].each |$l| { notice($l, ': ', ['', '[', '(', '{', '<', '|', ' '].map |$f| { String({a => 1, 2 => {b => 'c'}}, "%${f}${l}") }) }
notice(String({a => 1}, '%d'))
