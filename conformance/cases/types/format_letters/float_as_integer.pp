# spec: 000 "Float to String": d x X o b B c convert to integer
['d', 'x', 'X', 'o', 'b', 'B'].each |$l| { notice($l, ': ', ['', '+', '#', '8', '08'].map |$f| { [String(2.5, "%${f}${l}"), String(-2.5, "%${f}${l}")] }) }
notice(String(65.5, '%c'), String(65.0, '%#c'))
