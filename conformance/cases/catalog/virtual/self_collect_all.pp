# Virtual: self collect all
notify { ['a', 'b']: }
Notify <| |> -> Notify <| |>
