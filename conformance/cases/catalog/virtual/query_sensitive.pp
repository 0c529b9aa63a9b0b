# Virtual: query sensitive
@notify { 'a': message => Sensitive('x') }
Notify <| message == 'x' |>
