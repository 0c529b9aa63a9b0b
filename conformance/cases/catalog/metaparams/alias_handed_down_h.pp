# Metaparams: alias handed down h
define d1 { @notify { 'r': } }
d1 { 'p': alias => 'z1' }
notify { 'a': alias => 'z1' }
