# Virtual: metaparameters and queries w5
$m = 'message'
@notify { 'a': message => 'x' } @notify { 'b': message => 'y'}
Notify <| $m == 'x' |>
