# Virtual: query float
@notify { 'a': message => 1.5 }
Notify <| message == 1.5 |>
