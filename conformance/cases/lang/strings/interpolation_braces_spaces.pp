# spec: 001 "Short forms": spaces may surround the name
$a = 'x'
notice("[${ a }] [${a }] [${ $a }]")
