# Virtual: query access
$h = { k => 'a' }
@notify { 'a': }
Notify <| title == $h['k'] |>
