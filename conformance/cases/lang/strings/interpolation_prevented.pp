# spec: 001 "Preventing interpolation": by quotes, heredocs or an escape
$a = 1
notice('${a}', "\${a} \$a", @(E))
${a}
|-E
