# spec: 000 "Variable Names": a hyphen is a minus
$a = 5
notice("$a-b", $a-1)
notice($a-b)
