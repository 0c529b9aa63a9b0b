# Overrides: change
notify { 'a': message => 'n' }
Notify['a'] { message => 'm' }
