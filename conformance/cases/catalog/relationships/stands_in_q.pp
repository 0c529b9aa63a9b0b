# Relationships: stands in q
class u { }
user { ['v']: } notify { 'b': }
Class['u'] <- File <| title == 'r' |> ~> [Notify['b'], User['v']]
