# Virtual: query interpolated
$t = 'a'
@notify { 'ab': } @notify { 'b': }
Notify <| title == "${t}b" |>
