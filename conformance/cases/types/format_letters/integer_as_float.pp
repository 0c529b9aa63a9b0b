# spec: 000 "Integer to String": e E f g G a A convert to float
['e', 'E', 'f', 'g', 'G', 'a', 'A'].each |$l| { notice($l, ': ', ['', '+', ' ', '#', '.2', '12', '012', '-12'].map |$f| { [String(42, "%${f}${l}"), String(-42, "%${f}${l}")] }) }
