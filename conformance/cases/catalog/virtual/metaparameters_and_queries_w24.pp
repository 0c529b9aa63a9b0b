# Virtual: metaparameters and queries w24
@notify { 'a': message => "q" }
Notify <| message == (1 ? { default => 2 }) |>
