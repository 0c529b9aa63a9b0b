# spec: 001 "End text": a colon is not part of the end text
$a = @(A:B)
 x
 | A
notice($a)
