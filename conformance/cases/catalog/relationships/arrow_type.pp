# Relationships: arrow type
notify { 'a': }
Notify['a'] -> Notify
