# Virtual: metaparameters and queries w4
$title = 5
@notify { 'a': message => 'title' }
Notify <| "mess${title}" == 'b' |>
