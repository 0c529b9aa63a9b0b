# Metaparams: define parameter schedule
define x($schedule = 'main') { }
x { 'a': }
