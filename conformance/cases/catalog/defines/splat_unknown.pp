# Defines: splat unknown
define d($a, $b) { notify { "$a$b": } }
d { 'x': * => { a => 1, b => 2, c => 3 } }
