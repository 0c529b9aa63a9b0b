# spec: 001 "Enabling interpolation": quotes enable it, a dollar needs the switch
$x = 'value'
notice(@("A"), @("B"/$), @("C"/), @(D/$))
${x} \${x} $x
| A
${x} \${x} \$x
| B
${x} \${x} \$x\n
| C
${x} \${x}
| D
