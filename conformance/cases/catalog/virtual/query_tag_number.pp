@notify { "a": tag => [1] }
Notify <| tag == 1 |>
