# Defines: references attr
define d($c = 'def') { notify { "n$title": message => $c } }
d { 'x': c => 3 }
notice(D['x']['c'])
