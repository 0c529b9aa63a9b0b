# Virtual: metaparameters and queries w17
@notify { 'a': message => 5 }
Notify <| message == 2 + 3 |>
