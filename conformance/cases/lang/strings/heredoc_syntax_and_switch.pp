# spec: 001 "Enabling syntax checking": names of the switch and the syntax together
notice(@("A":json/n), @("B":json/))
[1,\n2]
| A
[1]\n
| B
