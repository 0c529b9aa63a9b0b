# Relationships: stands in p
user { ['v']: } notify { 'b': }
[Notify['b'], User['x']] <- File <| title == 'r' |> <- User['v']
