# Virtual: metaparameters and queries w14
@notify { 'a': message => 'x' } @notify { 'b': message => 'y'}
Notify <| title == "${a[0]}" |>
