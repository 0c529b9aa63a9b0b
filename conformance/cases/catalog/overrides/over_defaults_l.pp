# Overrides: over defaults l
Notify { message => 'x' }
notify { 'a': }
Notify['a'] { message => 'y' }
Notify['a'] { message => 'z' }
