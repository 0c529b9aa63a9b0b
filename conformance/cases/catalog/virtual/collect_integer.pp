# Virtual: collect integer
Integer <| |>
