# Metaparams: define parameter noop
define x($noop = 'main') { }
x { 'a': }
