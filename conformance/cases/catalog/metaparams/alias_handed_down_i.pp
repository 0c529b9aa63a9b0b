# Metaparams: alias handed down i
notify { 'z1': }
define d1 { @notify { 'r': } }
d1 { 'p': alias => 'z1' }
