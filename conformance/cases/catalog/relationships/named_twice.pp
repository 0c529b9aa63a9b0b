notify { ['a','b','c','d','e']: }
Notify['b'] -> [Notify['a'], Notify['a']]
[Notify['c'], Notify['c']] -> [Notify['a'], Notify['a']]
Notify['d'] -> Notify <| title == 'a' |>
[Notify['d'], Notify['d']] -> Notify <| title == 'a' |>
[Notify['e'], Notify['e'], Notify['e']] -> [Notify['a'], Notify['d'], Notify['a']]
