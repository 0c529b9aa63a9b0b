# spec: 001 "Enabling syntax checking": text with interpolation is checked when it is made
notice(@("A":json))
["${1 + 1}"]
| A
notice(@("B":json))
["${1 + 1}]
| B
