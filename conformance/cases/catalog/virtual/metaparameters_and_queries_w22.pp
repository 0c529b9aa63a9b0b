# Virtual: metaparameters and queries w22
@notify { 'a': message => "q" }
Notify <| message == Notify['x'] |>
