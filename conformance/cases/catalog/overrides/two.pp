# Overrides: two
notify { ['a', 'b']: }
Notify['a', 'b'] { message => 'm' }
