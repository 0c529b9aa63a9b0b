# Virtual: metaparameters and queries w10
@notify { 'a': message => 'x' } @notify { 'b': message => 'y'}
Notify <| title == 'a' and true |>
