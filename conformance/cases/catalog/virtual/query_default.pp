# Virtual: query default
@notify { 'a': message => default }
Notify <| message == default |>
