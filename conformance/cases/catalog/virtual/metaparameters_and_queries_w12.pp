# Virtual: metaparameters and queries w12
$x = 'title'
@notify { 'a': message => 'x' } @notify { 'b': message => 'y'}
Notify <| $x |>
