# Virtual: metaparameters and queries w23
@notify { 'a': message => "q" }
Notify <| message == undef or message == 1.5 or message == 0x10 |>
