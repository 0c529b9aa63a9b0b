D['x'] { a => 2 }
define d($a = 1) { notify { "$a": } }
d { 'x': }
