# spec: 001 "Enabling syntax checking": text with interpolation is not checked at parse
$v = 1
notice(@("A":json))
{"a": ${v}}
|- A
