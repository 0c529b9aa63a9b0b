# spec: 000 "Integer to String": each letter with each flag, positive and negative
['d', 'x', 'X', 'o', 'b', 'B'].each |$l| {
  notice($l, ': ', ['', '+', ' ', '#', '-8', '08', '8', '.5', '#+', '#010'].map |$f| { [String(42, "%${f}${l}"), String(-42, "%${f}${l}")] })
}
