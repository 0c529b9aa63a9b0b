notify { ['a', 'b']: tag => 1 }
notify { ['c', 'd']: tag => 2 }
Notify <| title == 'a' or title == 'b' |> -> Notify <| title == 'c' or title == 'd' |>
