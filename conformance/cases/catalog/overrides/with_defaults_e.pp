# Overrides: with defaults e
Notify { message => 'x' }
Notify[a] { message +> 'y' }
notify { 'a': }
