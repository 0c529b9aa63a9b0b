# spec: 004 "Location": expressions nearly everywhere
$t = 'a'
notify { "x${t}": message => $t ? { 'a' => [1 + 1, { $t => !true }] } }
if $t == 'a' and true { notice(case $t { $t: { 'same' } }) }
