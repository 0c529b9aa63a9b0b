# Metaparams: alias of virtual f
define d { @notify { "v$title": } @notify { "w$title": } }
d { 'x': alias => 'q' }
