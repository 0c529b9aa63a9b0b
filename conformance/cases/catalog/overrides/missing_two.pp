# Overrides: missing two
Notify['a'] { message => 'm' }
File['/b'] { mode => 'm' }
Notify['a'] { message => 'n' }
