# Virtual: collect node
Node <| |>
