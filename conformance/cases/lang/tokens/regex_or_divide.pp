# a `/` behind an operand divides, elsewhere it starts a regular expression
$a = 12
notice($a / 3 / 2, $a/3/2, (12) / 3 / 2, [12][0] / 3, 12 / 4)
notice('a/b' =~ /a\/b/, 'x' =~ / /, 'a b' =~ /a b/, 'q' in [/q/])
notice($a ? { /1/ => 'never', default => 'default' })
notice('abc' ? { /b/ => 'match', default => 'default' })
notice(regsubst('a.b', /\./, '-'), type(/x/), //)
case 'foo' { /^f/: { notice('case') } default: {} }
