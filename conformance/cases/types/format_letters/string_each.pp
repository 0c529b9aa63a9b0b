# spec: 000 "String to String": each letter with # and width
['s', 'p', 'C', 'c', 'd', 'u', 't'].each |$l| { notice($l, ': ', ['', '#', '14', '-14', '.4'].map |$f| { String(' foo::bAr baz', "%${f}${l}") }) }
