# Overrides: with defaults b
Notify[a] { message => 'y' }
Notify { message => 'x' }
notify { 'a': }
