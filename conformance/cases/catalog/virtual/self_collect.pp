# Virtual: self collect
notify { 'a': }
Notify <| |> -> Notify['a']
