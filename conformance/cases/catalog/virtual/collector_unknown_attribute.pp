notify { 'a': }
Notify <| |> { foo => 5 }
