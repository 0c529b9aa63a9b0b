# Virtual: collect typed ref
File['/a'] <| |>
