# spec: 001 "Enabling interpolation": with the switch $ a dollar is escaped
$v = 1
notice(@("B"/$))
\$v \${v} $v \n
|- B
