# Overrides: over defaults b
Notify { message => 'x' }
notify { 'a': message => 'z' }
Notify['a'] { message => 'x' }
