# Virtual: query type
@notify { 'a': message => Integer }
Notify <| message == Integer |>
