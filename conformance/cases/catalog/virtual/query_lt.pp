# Virtual: query lt
@notify { 'a': }
Notify <| title < 'a' |>
