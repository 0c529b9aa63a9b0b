# Virtual: metaparameters and queries w19
@notify { 'a': message => /x/ }
Notify <| message == /x/ |>
