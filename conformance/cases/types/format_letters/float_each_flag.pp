# spec: 000 "Float to String": each letter with flags, width and precision
['f', 'e', 'E', 'g', 'G', 'a', 'A', 's', 'p'].each |$l| { notice($l, ': ', ['', '+', ' ', '#', '.2', '12', '012', '-12', '12.1'].map |$f| { [String(2.5, "%${f}${l}"), String(-2.5, "%${f}${l}")] }) }
