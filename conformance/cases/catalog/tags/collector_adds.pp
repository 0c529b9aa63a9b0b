# Tags: collector adds
notify { 'a': }
Notify <| |> { tag +> 'x' }
