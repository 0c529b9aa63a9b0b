# spec: 000 "Variable Names": a period is a call
$a = 5
notice("$a.b")
notice($a.b)
