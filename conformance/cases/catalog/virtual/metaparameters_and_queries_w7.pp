# Virtual: metaparameters and queries w7
@notify { 'a': message => 'x' } @notify { 'b': message => 'y'}
Notify <| "message" == 'x' |>
