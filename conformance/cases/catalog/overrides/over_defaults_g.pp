# Overrides: over defaults g
define d { Notify { message => 'x' } notify { 'a': } Notify['a'] { message => 'y' } }
d { 'x': }
