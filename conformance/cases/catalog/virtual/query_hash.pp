# Virtual: query hash
@notify { 'a': message => { a => 1 } }
Notify <| message == { a => 1 } |>
