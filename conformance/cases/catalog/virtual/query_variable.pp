# Virtual: query variable
$t = 'a'
@notify { 'a': } @notify { 'b': }
Notify <| title == $t |>
