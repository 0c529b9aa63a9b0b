# spec: 001 "Short forms": a name that runs into a colon
$a = 'x'
notice("$a: $a:b $a. $a-b $a[0] $a/c ${a}b")
