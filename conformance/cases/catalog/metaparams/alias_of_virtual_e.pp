# Metaparams: alias of virtual e
define d { @notify { "v$title": } }
d { 'x': alias => 'q' }
notify { 'q': }
