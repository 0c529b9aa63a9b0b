# Relationships: define target
define d { notify { "d$title": } }
d { 'a': require => Notify['x'] }
notify { 'x': }
D['a'] -> Notify['y']
notify { 'y': }
