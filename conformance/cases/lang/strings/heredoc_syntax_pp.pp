# spec: 001 "Enabling syntax checking": puppet code is checked
notice(@(A:pp))
$x = = 1
|- A
