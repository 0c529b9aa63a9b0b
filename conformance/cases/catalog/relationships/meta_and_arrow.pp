# Relationships: meta and arrow
notify { ['a', 'b', 'c']: }
notify { 'x': before => Notify['a'] }
Notify['x'] -> Notify['b']
Notify['x'] -> Notify['a']
