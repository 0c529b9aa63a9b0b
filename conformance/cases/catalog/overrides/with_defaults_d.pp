# Overrides: with defaults d
Notify { message => 'x' }
notify { 'a': }
Notify[a] { message => 'y' }
