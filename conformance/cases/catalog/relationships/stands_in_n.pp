# Relationships: stands in n
class u { }
include u
user { ['v']: } notify { 'b': }
Class['u'] -> File <| title == 'r' |> -> [Notify['c'], User['v']]
