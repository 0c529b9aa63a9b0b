# Defines: metaparam name
define d($tag) { }
d { 'x': }
