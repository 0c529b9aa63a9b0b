# spec: 001 "Single-quoted strings": they can not interpolate
$a = 1
notice('$a ${a} #{a}')
