# Metaparams: class parameter stage
class x($stage = 'main') { }
include x
