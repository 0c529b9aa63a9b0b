# Defines: defines in each
define d($n) { notify { "d$title$n": } }
range(1, 3).each |$i| { d { "x$i": n => $i } }
