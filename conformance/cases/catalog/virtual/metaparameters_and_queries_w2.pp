# Virtual: metaparameters and queries w2
$t = 'nope'
@notify { 'a': } @notify { 'b': tag => 't' }
Notify <| $t == 'b' |>
