# Relationships: stands in i
User['u'] ~> File <| title == 'r' |> -> [Notify['b'], User['v']]
