# Overrides: with defaults t
Notify { tag => ['x', 'y'] }
notify { 'a': tag => 'b' }
notify { 'c': }
