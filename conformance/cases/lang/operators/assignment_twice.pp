# spec: 004 "= (assignment)": a variable is set once
$a = 1
$a = 2
