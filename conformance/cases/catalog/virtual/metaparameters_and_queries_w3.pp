# Virtual: metaparameters and queries w3
@notify { 'a': } @notify { 'b': tag => 't' }
Notify <| $zz == 'b' |>
