# spec: 001 "End text": no parenthesis
notice(@(E(O)T))
a
| E(O)T
