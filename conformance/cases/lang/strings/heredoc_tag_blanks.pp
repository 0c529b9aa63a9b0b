# spec: 001 "Syntax": blanks in the tag
notice(@(  EOT  ), @( "E O T"/n ), @( "X":json ), @(Y :json), @("Z" ))
a
| EOT
b\n
| E O T
[${1 + 1}]
| X
{}
| Y
z
| Z
