# Relationships: stands in o
user { ['v']: } notify { 'b': }
user { 'z': } -> File <| title == 'r' |> -> [Notify['c'], User['v']]
