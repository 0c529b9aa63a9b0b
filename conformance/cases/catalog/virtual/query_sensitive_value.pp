# Virtual: query sensitive value
@notify { 'a': message => Sensitive('x') }
Notify <| message == 'x' |>
