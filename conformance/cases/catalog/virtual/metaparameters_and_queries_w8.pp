# Virtual: metaparameters and queries w8
@notify { 'a': message => 'x' } @notify { 'b': message => 'y'}
Notify <| Title == 'x' |>
