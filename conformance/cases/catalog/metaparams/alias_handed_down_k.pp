# Metaparams: alias handed down k
@notify { 'a': alias => 'z1' }
define d1 { notify { 'r': } }
d1 { 'p': alias => 'z1' }
