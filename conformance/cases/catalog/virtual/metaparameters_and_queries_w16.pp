# Virtual: metaparameters and queries w16
@notify { 'a': message => -5 }
Notify <| message == -5 |>
