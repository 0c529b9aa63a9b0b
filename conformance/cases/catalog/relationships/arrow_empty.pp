# Relationships: arrow empty
notify { 'a': }
[] -> Notify['a']
Notify['a'] -> []
