# Overrides: over defaults i
Notify { message => 'x' }
notify { 'a': message => 'x' }
Notify['a'] { message => 'y' }
