# spec: 001 "Enabling syntax checking": text that passes its check
notice(@(A:pp), @(B:epp), @(C:json), @(D:yaml), @(E:ruby))
$x = 1
| A
<%= 1 %>
| B
{"a": [1]}
| C
a: [
| D
def (
| E
