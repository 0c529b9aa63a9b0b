# Metaparams: alias handed down b
define d1 { @d1 { 'q': } }
d1 { 'p': alias => 'z1' }
