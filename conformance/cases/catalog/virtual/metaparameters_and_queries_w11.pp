# Virtual: metaparameters and queries w11
@notify { 'a': message => 'x' } @notify { 'b': message => 'y'}
Notify <| 'x' |>
