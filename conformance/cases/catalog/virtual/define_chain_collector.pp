# Virtual: define chain collector
define d { @notify { "n$title": } }
d { ['a', 'b']: }
Notify <| |> -> file { '/end': }
