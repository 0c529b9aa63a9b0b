# Virtual: chain left collectors
@notify { 'a': } @file { '/x': }
Notify <| |> <- File <| |>
Notify <| |> <~ File <| |>
