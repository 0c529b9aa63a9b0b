# spec: 001 "Short forms": word-like text runs into the name
$a = 'A'
notice("$ab")
