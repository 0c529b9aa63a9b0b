# spec: 004 "= (assignment)": there is no += and -=
$a = 1
$a += 2
