# Virtual: query name
@notify { 'a': } @notify { 'b': name => 'q' } @file { '/x': path => '/y' }
Notify <| name == 'a' |>
Notify <| name == 'q' |>
File <| path == '/y' |>
File <| path == '/x' |>
