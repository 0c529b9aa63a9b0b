# Overrides: with defaults c
Notify[a] { message => 'y' }
notify { 'a': }
Notify { message => 'x' }
