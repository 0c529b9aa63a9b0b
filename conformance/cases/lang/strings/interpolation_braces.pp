# spec: 001 "Short forms": ${name}, also with chained calls and access
$a = ['x,y', 'z']
$h = { k => [1, 2] }
notice("${a} ${a[0].split(',')[1]} ${h[k][1]} ${::a[1].upcase}")
