# Overrides: with defaults s
Notify { tag => 'x', message => 'q' }
define d { Notify { tag => 'y' } notify { $title: } }
d { 'a': }
