# Metaparams: class parameter tag
class x($tag = 'main') { }
include x
