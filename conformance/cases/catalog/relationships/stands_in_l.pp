# Relationships: stands in l
user { ['v']: } notify { 'b': }
['User[u]', User['x']] -> File <| title == 'r' |> -> [Notify['b'], User['v']]
