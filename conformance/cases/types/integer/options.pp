# spec: 000 "Integer"
$v = 7
notice($v ? { Integer[1, 10] => 'in', default => 'out' })
case $v { Integer[8, 10]: { notice('high') } Integer[1, 7]: { notice('low') } default: { notice('none') } }
