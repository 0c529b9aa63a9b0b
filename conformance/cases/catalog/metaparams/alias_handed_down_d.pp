# Metaparams: alias handed down d
define d1 { @d2 { 'q': } d2 { 'r': } }
define d2 { }
d1 { 'p': alias => 'z1' }
