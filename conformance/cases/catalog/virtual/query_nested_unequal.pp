# Virtual: query nested unequal
@notify { 'a': message => 'x' }
Notify <| message != ('x' and 'y') |>
