@notify { "n1": message => 1 }
Notify <| message == '1' |>
