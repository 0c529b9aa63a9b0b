# Metaparams: define parameter without default
define x($tag) { notice($tag) }
x { 'a': tag => 'main' }
