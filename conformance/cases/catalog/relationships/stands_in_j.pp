# Relationships: stands in j
user { ['v']: } notify { 'b': }
User['u'] ~> File <| title == 'r' |> -> [Notify['b'], User['v']]
