# Defines: undef parameter
define d($a, $b = 5) { notify { "x$a$b": } }
d { 'a': a => undef, b => undef }
