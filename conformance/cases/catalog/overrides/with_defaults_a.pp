# Overrides: with defaults a
Notify { message => 'x' }
Notify[a] { message => 'y' }
notify { 'a': }
