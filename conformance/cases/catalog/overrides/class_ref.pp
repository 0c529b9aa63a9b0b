# Overrides: class ref
class c { }
include c
Class['c'] { tag => 'x' }
