# spec: 001 "Enabling escape sequences": four backslashes are two
notice(@(A/n), @(B))
a\\\\b\\n\q
| A
a\\\\b\\n\q
| B
