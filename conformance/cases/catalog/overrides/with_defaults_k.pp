# Overrides: with defaults k
Notify { message => 'x' }
Notify[a] { withpath => true }
notify { 'a': }
