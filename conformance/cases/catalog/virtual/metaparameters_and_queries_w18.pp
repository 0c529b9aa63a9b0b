# Virtual: metaparameters and queries w18
@notify { 'a': message => 5 }
$x = 5
Notify <| message == -$x |>
