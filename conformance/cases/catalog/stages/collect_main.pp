# Stages: collect main
Stage <| title == 'main' |> { tag => 'x' }
