# Virtual: collector as value type
@notify { 'a': }
$c = Notify <| |>
notice(type($c))
