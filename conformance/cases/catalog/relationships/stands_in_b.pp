# Relationships: stands in b
notify { 'c': } notify { 'd': }
Notify['c'] -> Notify['nope']
