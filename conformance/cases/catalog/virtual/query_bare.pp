# Virtual: query bare
@notify { 'a': }
Notify <| title == a |>
