# Virtual: query quoted name
@notify { 'a': }
Notify <| 'title' == 'a' |>
