# Overrides: with defaults g
Notify[a] { message => 'y' }
Notify[a] { message => 'z' }
notify { 'a': }
