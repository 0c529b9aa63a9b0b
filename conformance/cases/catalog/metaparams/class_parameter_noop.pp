# Metaparams: class parameter noop
class x($noop = 'main') { }
include x
