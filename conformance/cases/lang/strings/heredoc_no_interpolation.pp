# spec: 001 "Enabling interpolation": without quotes there is none
$v = 1
notice(@(A), @("B"))
${v} $v
|- A
${v} $v
|- B
