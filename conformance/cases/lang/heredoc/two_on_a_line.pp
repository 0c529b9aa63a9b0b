# texts of several tags of a line follow each other
notice(@(A), @(B), 'c')
a
| A
b
| B
$h = { x => @(X), y => @("Y") }
x1
| X
y${1 + 1}
|- Y
notice($h)
