# Virtual: query variable left
$t = 'title'
@notify { 'a': }
Notify <| $t == 'a' |>
