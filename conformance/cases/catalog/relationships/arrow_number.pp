# Relationships: arrow number
notify { 'a': }
Notify['a'] -> 1
