# Virtual: metaparameters and queries w21
@notify { 'a': message => "q" }
Notify <| message == if true { 'q' } |>
