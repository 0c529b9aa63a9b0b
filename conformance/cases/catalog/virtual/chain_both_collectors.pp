# Virtual: chain both collectors
@notify { 'a': } @notify { 'b': } @file { '/x': } @file { '/y': }
File <| |> -> Notify <| |>
File <| title == '/x' |> ~> Notify <| title == 'b' |>
