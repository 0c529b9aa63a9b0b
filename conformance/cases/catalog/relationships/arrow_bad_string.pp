# Relationships: arrow bad string
notify { 'a': }
Notify['a'] -> 'nope'
