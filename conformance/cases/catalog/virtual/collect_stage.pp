# Virtual: collect stage
@stage { 'x': }
Stage <| |>
