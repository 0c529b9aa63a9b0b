# Defines: splat params
define d($a, $b) { notify { "$a$b": } }
d { 'x': * => { a => 1, b => 2 } }
d { 'y': * => { a => 3 }, b => 4 }
