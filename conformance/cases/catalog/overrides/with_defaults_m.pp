# Overrides: with defaults m
Notify { message => 'x', withpath => false }
Notify[a] { message => 'y', tag => 'q' }
notify { 'a': loglevel => 'debug' }
