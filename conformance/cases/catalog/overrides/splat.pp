# Overrides: splat
notify { 'a': }
Notify['a'] { * => { message => 'm' } }
