# Virtual: not equal a
notify { ['a', 'b']: }
[Notify['a'], Notify['x']] -> [Notify['b'], Notify['y']]
