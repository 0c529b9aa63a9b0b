# Overrides: with defaults f
Notify { tag => 'x' }
Notify[a] { tag => 'y' }
notify { 'a': }
