@notify { "n1": message => 'AB' }
Notify <| message == 'ab' |>
