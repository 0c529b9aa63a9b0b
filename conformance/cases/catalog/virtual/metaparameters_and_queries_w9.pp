# Virtual: metaparameters and queries w9
@notify { 'a': message => 'x' } @notify { 'b': message => 'y'}
Notify <| 5 == 'x' |>
