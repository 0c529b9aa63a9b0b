# Virtual: metaparameters and queries w25
@notify { 'a': message => "q" }
Notify <| message == 'q'.upcase |>
