# Metaparams: alias handed down f
define d1 { notify { 'q': } @notify { 'r': } }
d1 { 'p': alias => 'z1' }
