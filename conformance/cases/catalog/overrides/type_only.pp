# Overrides: type only
Notify { message => 'x' }
Notify[a] { message => 'y' }
notify { 'a': }
