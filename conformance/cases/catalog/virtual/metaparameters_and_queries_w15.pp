# Virtual: metaparameters and queries w15
@notify { 'a': message => 5 }
Notify <| message == (2 + 3) |>
