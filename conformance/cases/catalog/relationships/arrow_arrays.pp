# Relationships: arrow arrays
notify { ['a', 'b', 'c', 'd']: }
[Notify['a'], Notify['b']] -> [Notify['c'], Notify['d']]
Notify['a', 'b'] ~> Notify['c', 'd']
