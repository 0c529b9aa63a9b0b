# Relationships: arrow missing
notify { 'a': }
Notify['a'] -> File['/x']
