# Virtual: not equal p
notify { 'a': } notify { 'd': }
Notify <| title == Notify['a'] |> { message => 'm' }
