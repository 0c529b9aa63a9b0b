# Virtual: metaparameters and queries w13
@notify { 'a': message => 'x' } @notify { 'b': message => 'y'}
Notify <| undef |>
