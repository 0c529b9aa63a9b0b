# Relationships: meta nested
notify { ['a', 'b']: }
notify { 'x': before => [[Notify['a']], [[Notify['b']]]] }
