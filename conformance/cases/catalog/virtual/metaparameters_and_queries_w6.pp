# Virtual: metaparameters and queries w6
$m = ['title', 'message']
@notify { 'a': message => 'x' } @notify { 'b': message => 'y'}
Notify <| $m[0] == 'a' |>
