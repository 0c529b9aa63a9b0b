notify { ['a', 'b', 'c', 'd', 'e']: }
Notify['a'] <- Notify['b']
Notify['b'] <~ Notify['c']
[Notify['a'], Notify['d']] -> [Notify['e']]
Notify['d'] -> Notify['e'] ~> Notify['c']
