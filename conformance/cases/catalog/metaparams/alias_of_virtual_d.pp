# Metaparams: alias of virtual d
define d { @notify { "v$title": } notify { "w$title": } }
d { 'x': alias => 'q' }
