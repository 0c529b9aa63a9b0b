# Metaparams: alias handed down a
define d1 { @@d1 { 'q': } }
d1 { 'p': alias => 'z1' }
