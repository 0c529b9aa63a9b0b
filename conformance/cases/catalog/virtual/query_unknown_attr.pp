# Virtual: query unknown attr
@notify { 'a': }
Notify <| nope == 'a' |>
