# Overrides: in define
define d { Notify['a'] { message => 'm' } }
notify { 'a': }
d { 'x': }
