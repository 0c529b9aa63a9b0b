# each target of the wrong kind has its name
1 = 1
'x' = 1
"x${1}" = 1
undef = 1
default = 1
true = 1
/x/ = 1
