# spec: 004 "Location": condition, control, assignment, attribute, argument, title, entry
$n = 2
if $n * 2 == 4 { notice('condition') }
case $n + 1 { 1 + 2: { notice('control') } default: { } }
notice(($n + 1) ? { 3 => 'selector' })
notify { "t${$n + 1}": message => $n + 4 }
notify { ['x', 'y'].map |$t| { "${t}1" }: }
notice(min($n + 1, 9 - 8), [$n + 1, { $n + 5 => $n + 6 }], Notify['t3']['message'], defined(Notify['y1']))
