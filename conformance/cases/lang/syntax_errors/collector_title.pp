# collector title
File <| |> { 'a': mode => 1 }
