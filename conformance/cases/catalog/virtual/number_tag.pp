# Virtual: number tag
Notify <| tag == 1 |>
