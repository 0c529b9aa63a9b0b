# Virtual: collector assigned
@notify { 'a': }
$c = Notify <| |>
notice($c)
