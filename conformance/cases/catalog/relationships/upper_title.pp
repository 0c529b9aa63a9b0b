# Relationships: upper title
notify { 'A b': }
notify { 'x': require => Notify['A b'] }
notify { 'y': require => Notify['a b'] }
