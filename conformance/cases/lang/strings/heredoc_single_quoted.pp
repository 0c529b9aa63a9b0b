# spec: 001 "Enabling interpolation": no single quotes
notice(@('EOT'))
$x ${x}
| 'EOT'
notice('done')
