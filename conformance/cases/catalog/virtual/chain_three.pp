# Virtual: chain three
notify { 'm': } @notify { 'a': } @file { '/x': }
File <| |> -> Notify['m'] -> Notify <| title == 'a' |>
