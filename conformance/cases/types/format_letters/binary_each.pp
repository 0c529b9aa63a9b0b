# spec: 000 "Binary value to String": each letter
$long = Binary('0123456789012345678901234567890123456789012345678901234567890123456789', '%s')
['s', 'p', 'b', 'B', 'u', 't', 'T'].each |$l| { notice($l, ': ', ['', '#', '30', '-30', '.5'].map |$f| { String(Binary('hallo ?>', '%s'), "%${f}${l}") }) }
notice(String($long, '%b'), String($long, '%B'), String($long, '%u'), String($long), String($long, '%p'))
