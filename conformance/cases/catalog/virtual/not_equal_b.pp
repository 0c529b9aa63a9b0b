# Virtual: not equal b
notify { ['a', 'b']: }
[Notify['b'], Notify['y']] <- [Notify['a'], Notify['x']]
