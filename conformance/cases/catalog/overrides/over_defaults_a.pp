# Overrides: over defaults a
Notify { message => 'x' }
class c { notify { 'a': } Notify['a'] { message => 'y' } }
include c
