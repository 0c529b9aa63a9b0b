# spec: 001 "Short forms": the name ends where no name can go on
$a = 'A'
notice("$a-b $a.b $a[0] $a/b $a's")
