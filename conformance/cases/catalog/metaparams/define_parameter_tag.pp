# Metaparams: define parameter tag
define x($tag = 'main') { }
x { 'a': }
