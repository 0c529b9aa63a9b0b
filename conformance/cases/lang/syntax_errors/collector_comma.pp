# collector comma
File <| a == 1, b == 2 |>
