# Overrides: over defaults h
Notify { message => 'x' }
define d { notify { 'a': } Notify['a'] { message => 'y' } }
d { 'x': }
