# Overrides: over defaults m
Notify { message => 'x' }
notify { 'a': }
Notify['a'] { message => 'x' }
Notify['a'] { message => 'x' }
