# Overrides: after
notify { 'a': }
Notify['a'] { message => 'm' }
