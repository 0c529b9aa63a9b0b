# spec: 004 "List of Non-Expressions": a collector as a value
$x = Notify <| |>
notice($x)
