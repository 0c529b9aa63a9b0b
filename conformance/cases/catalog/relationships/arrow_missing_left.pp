# Relationships: arrow missing left
notify { 'a': }
File['/x'] ~> Notify['a']
