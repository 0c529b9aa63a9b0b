# Relationships: arrow in parens
notify { ['a', 'b', 'c']: }
(Notify['a'] -> Notify['b']) -> Notify['c']
Notify['a'] ~> (Notify['b'] ~> Notify['c'])
