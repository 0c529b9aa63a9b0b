# Virtual: query literal
@notify { 'a': }
Notify <| true |>
