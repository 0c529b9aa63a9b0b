# Overrides: over defaults c
Notify { message => 'x' }
class c { notify { 'a': message => 'z' } Notify['a'] { message => 'x' } }
include c
