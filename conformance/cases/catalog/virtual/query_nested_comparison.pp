# Virtual: query nested comparison
@notify { 'a': message => 'x' }
Notify <| message == (message == 'x') |>
