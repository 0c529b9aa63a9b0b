# Defaults: name default
Notify { name => 'x' }
notify { 'a': }
