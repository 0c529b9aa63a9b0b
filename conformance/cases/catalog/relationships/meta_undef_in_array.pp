# Relationships: meta undef in array
notify { 'a': }
notify { 'x': before => [undef, Notify['a']] }
