# Virtual: metaparameters and queries w
$t = 'title'
@notify { 'a': } @notify { 'b': }
Notify <| $t == 'b' |>
